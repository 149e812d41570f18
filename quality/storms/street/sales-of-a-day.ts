import { expect } from 'vitest'
import type { Lead } from '#domain/lead/lead.ts'
import { findWrongs } from '../phone/check-sales.ts'
import type { PhoneEvent } from '../phone/history.ts'
import { makeSale } from '../phone/page/make-sale.ts'
import { type PlannedSale, planSales } from '../phone/plan.ts'
import { countEvidence, readSandbox } from '../phone/server-data.ts'
import { untilNoneLeft } from '../phone/until-none-left.ts'
import type { OpenPhone } from './open-phone.ts'
import type { startStreetServer } from './street-server.ts'

const STALL_TIMEOUT_MS = 120_000

/** The sales of one phone: the planned ones, and those that were made. */
export type Seller = { planned: PlannedSale[]; made: PlannedSale[]; history: PhoneEvent[] }

type Selling = { sales: Seller; app: OpenPhone }

/** Plans a sale at each of the doors. */
export const sellerAt = (phone: number, seed: number, doors: readonly Lead[]): Seller => ({
  planned: planSales(phone, doors.length, seed, doors),
  made: [],
  history: [],
})

/** Sells at the door of a planned sale. Returns false if the phone refuses to begin there. */
export async function sell(
  { sales, app }: Selling,
  plan: PlannedSale,
  isClosed: () => boolean,
): Promise<boolean> {
  const { sessionId } = plan
  const isMade = await makeSale(app.store, plan, {
    isOnRegister: isClosed,
    onSaved: (calls) => sales.history.push({ type: 'saved', sessionId, calls }),
  })
  if (isMade) sales.made.push(plan)
  return isMade
}

/** Sends the sales of online phones, and asks the server again for those that it had. */
export async function settleSales<Phone extends Selling>(
  phones: readonly Phone[],
  { db }: Awaited<ReturnType<typeof startStreetServer>>,
  runOn: (phone: Phone, work: () => void) => void,
): Promise<void> {
  // Receipts have the server's date, which has no fractions of a second.
  const since = Math.floor(Date.now() / 1000) * 1000
  for (const phone of phones) runOn(phone, phone.app.sending.wakeAndVerify)
  const countLeft = async () => {
    // Reads the server first, because a sale that the server has again has waiting calls.
    const won = db().selectFrom('opportunities').select('session_id').where('status', '=', 'closed-won')
    const stored = (await won.execute()).length
    const left = await Promise.all(
      phones.map(async ({ sales, app }) => {
        const { waiting, parked, receipts } = await app.look()
        const checked = receipts.filter(({ checkedAt }) => Date.parse(checkedAt) >= since)
        return waiting + parked + 2 * sales.made.length - checked.length
      }),
    )
    return left.reduce((sum, count) => sum + count) - stored
  }
  await untilNoneLeft(countLeft, STALL_TIMEOUT_MS)
  expect(await countLeft()).toBe(0)
}

/**
 * Expects each sale to be on its phone, on the server and in the CRM once, as it was signed. `forgotten` sales were
 * lost by a restore.
 */
export async function expectSales(
  phones: readonly Selling[],
  { db, read, taken }: Awaited<ReturnType<typeof startStreetServer>>,
  forgotten: ReadonlySet<string>,
): Promise<void> {
  const wrongs = findWrongs({
    phones: await Promise.all(
      phones.map(async ({ sales, app }) => ({
        plan: sales.made,
        history: sales.history,
        state: await app.look(),
      })),
    ),
    orders: await read('/rest/v1/opportunities?select=*'),
    inCrm: await readSandbox(db()),
    taken,
    evidence: await countEvidence(db()),
    forgotten,
  })
  expect(wrongs).toEqual([])
}
