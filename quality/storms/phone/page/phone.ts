import { newSale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { createSaleStore } from '#web/session/sale-store.ts'
import { findCurrentSale } from '#web/storage/current-sale.ts'
import { PhoneDatabase } from '#web/storage/database.ts'
import { saveSale, takeWriteLock } from '#web/storage/sale-records.ts'
import { correctSale } from '#web/sync/correct-sale.ts'
import { sendCall } from '#web/sync/send-call.ts'
import { createSending } from '#web/sync/sending.ts'
import type { PhoneEvent, PhoneState } from '../history.ts'
import { type PlannedSale, UNSTORABLE } from '../plan.ts'
import { leaveVersion1 } from './leave-version-1.ts'
import { makeSale } from './make-sale.ts'
import { reportSent } from './report-sent.ts'

type Life = {
  plan: PlannedSale[]
  /** Whether this tab sells, or only sends the sales of another tab. */
  sells: boolean
  /** How often it is woken from outside; null for never. */
  wakeEveryMs: number | null
}

declare global {
  /** The storm provides this function. */
  function report(event: PhoneEvent): Promise<void>
}

/** If more sales wait, the agent pauses, so that selling and sending overlap. */
const MAX_WAITING = 6
const POLL_MS = 25

let phone: PhoneDatabase

/** Runs the phone until it is killed: it makes the planned sales, through the real outbox. */
async function live({ plan, sells, wakeEveryMs }: Life): Promise<void> {
  const planned = new Map(plan.map((sale) => [sale.sessionId, sale]))
  const [first] = plan
  if (first && sells && (await leaveVersion1(first))) await report({ type: 'empty' })
  phone = new PhoneDatabase()
  const tabId = crypto.randomUUID()
  const reportIfSent = reportSent(phone, report)
  let currentId = ''
  const sending = createSending(phone, {
    send: (call, follows, isSigned) => sendCall(withUnstorable(call), follows, isSigned),
    async sendFirst() {},
    onAccepted() {},
    onRefused() {},
    onChanged: (sessionId) => void reportIfSent(sessionId),
    // biome-ignore lint/suspicious/noConsole: the storm listens to it
    onTrouble: console.error,
  })

  /**
   * Corrects every refused sale that is not on the screen. First reports the stored refusals, so that a kill in between
   * cannot hide them.
   */
  async function correctRefused(): Promise<void> {
    const refused = await phone.use((database) => database.getAllKeys('parked'))
    for (const sessionId of new Set(refused.map(([session]) => session))) {
      await report({ type: 'refused', sessionId })
      const customer = planned.get(sessionId)?.customer
      if (!customer || sessionId === currentId) continue
      await correctSale(phone, sessionId, customer, tabId)
      sending.wake()
    }
  }

  async function sell(): Promise<void> {
    await takeWriteLock(phone, tabId)
    setInterval(() => void correctRefused(), 10 * POLL_MS)
    const found = (await findCurrentSale(phone)) ?? newSale(first?.sessionId ?? '')
    const { sessionId, calls } = found
    await report({ type: 'found', sessionId, calls })
    const store = createSaleStore(
      found,
      (sale, made) => saveSale(phone, sale, made, tabId),
      () => sending.wake(),
    )
    for (const sale of plan.slice(plan.findIndex((one) => one.sessionId === sessionId))) {
      currentId = sale.sessionId
      await makeSale(store, sale, {
        isOnRegister: () => false,
        onSaved: (calls) => void report({ type: 'saved', sessionId: currentId, calls }),
      })
      while ((await sending.outbox.waitingSales()).length > MAX_WAITING) await pause(POLL_MS)
    }
    currentId = ''
  }

  sending.wake()
  if (wakeEveryMs !== null) setInterval(sending.wake, wakeEveryMs)
  if (!sells) return
  // biome-ignore lint/suspicious/noConsole: the storm listens to it
  sell().catch(console.error)
}

/** Inserts the NUL that the app itself would have dropped. Signed data cannot be corrected, so it gets no NUL. */
const withUnstorable = (call: SaleCall): SaleCall =>
  call.kind === 'record-evidence' ? call : JSON.parse(JSON.stringify(call).replaceAll(UNSTORABLE, '\\u0000'))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function look(): Promise<PhoneState> {
  return phone.use(async (database) => ({
    waiting: await database.count('outbox'),
    parked: await database.count('parked'),
    receipts: await database.getAll('receipts'),
  }))
}

Object.assign(globalThis, { live, look })
