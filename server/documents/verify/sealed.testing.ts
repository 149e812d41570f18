import fs from 'node:fs'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { cancelSale } from '../../copy/cancel.commands.ts'
import { findCopy } from '../../copy/copy.queries.ts'
import { disputeSale } from '../../copy/dispute.commands.ts'
import { silentLog } from '../../crm-sync/push/sales.testing.ts'
import type { Db } from '../../db/schema.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import { erasePerson } from '../../erasure/person.queries.ts'
import { receiveEvidence } from '../../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../../evidence/signings.testing.ts'
import { sha256 } from '../../sha256.ts'
import { type DATABASES, freshDatabase, freshFolder } from '../../testing/databases.ts'
import { closeDay, signDay } from '../days/close-day.job.ts'
import { keyConfigOf, namedKey, opensslKey, readKeys } from '../key/seal-keys.testing.ts'
import type { SealKeys } from '../key/seal-keys.ts'
import { sealSaleJob } from '../seal-sale.job.ts'

const DAY_MS = 86_400_000
const WHOM = 'gone@example.com'

/** Replaces rendered files, which take 100 times as long to make. */
const sealThread = {
  seal: async ({ source }: { source: { sale: { session_id: string }; version: number } }) =>
    Buffer.from(`%PDF-1.7 ${source.sale.session_id}, version ${source.version}`),
}

/** Runs `work` with the clock of this process set back some days. */
async function daysAgo<Value>(days: number, work: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - days * DAY_MS })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

/** Creates a new database for `sealedOn`; `close` removes it. */
export async function openSealed(kind: (typeof DATABASES)[number]) {
  const database = await freshDatabase(kind)
  const folder = freshFolder()
  return {
    ...(await sealedOn(database.db, folder)),
    url: database.url ?? '',
    async close(): Promise<void> {
      await database.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

export type Sealed = Awaited<ReturnType<typeof sealedOn>>

/** Signs, seals, corrects and erases sales by the server's own commands. The keys are in the folder. */
export async function sealedOn(db: Db, folder: string) {
  let sealKeys: SealKeys = await daysAgo(9, () => readKeys(db, keyConfigOf(folder)))
  const config = { company: NO_COMPANY, publicUrl: undefined, mail: undefined }
  const deliver = (session_id: string) =>
    sealSaleJob({ db, config, sealKeys, sealThread }).deliver(
      { session_id } as Delivery,
      AbortSignal.timeout(60_000),
    )
  const receive = (record: ReturnType<typeof recordOf>) =>
    receiveEvidence(db, { record, earlier: undefined, copyLinkDays: 760 })

  return {
    db,
    receive,
    /** Stores a signed sale, with evidence unless it comes from another client. */
    async sign(session_id: string, isRecorded = true): Promise<void> {
      await signSale(db, session_id)
      if (isRecorded) await receive(recordOf(session_id))
      else await db.insertInto('deliveries').values({ target: 'seal', session_id }).execute()
    },
    /** Seals a sale as the worker does. */
    async seal(session_id: string): Promise<void> {
      const outcome = await deliver(session_id)
      if (!outcome.ok) throw new Error(outcome.failure.message)
      await sql`
        update deliveries set state = 'delivered', delivered = wanted
        where target = 'seal' and session_id = ${session_id}`.execute(db)
    },
    async erase(session_id: string): Promise<void> {
      await sql`update opportunities set customer_email = ${WHOM} where session_id = ${session_id}`.execute(
        db,
      )
      await erasePerson(db, WHOM)
    },
    closeDay: () => closeDay({ db, log: silentLog, sealKeys }),
    signDay: (day: string) => signDay({ db, log: silentLog, sealKeys }, day),
    /** Sets the next key, which retires the first. */
    async rotate(): Promise<void> {
      const { key, certificate } = opensslKey(folder, 'next')
      sealKeys = await readKeys(db, keyConfigOf(folder, namedKey(key, certificate)))
    },
  }
}

/**
 * Fills a database with every kind of row: `corrected` has two versions, `cancelled` has the words of its customer,
 * `unrecorded` has no evidence, `erased` is erased, and `again` was signed twice. Two days have roots, and the key is
 * retired.
 */
export async function fillSealed(sealed: Sealed): Promise<void> {
  const { db } = sealed
  await daysAgo(4, async () => {
    await sealed.sign('corrected')
    await sealed.seal('corrected')
    await sealed.sign('erased')
    await sealed.seal('erased')
    await sealed.signDay(new Date().toISOString().slice(0, 10))
  })
  await daysAgo(3, async () => {
    await sql`update opportunities set customer_name = 'Ada Byron' where session_id = 'corrected'`.execute(db)
    await sealed.seal('corrected')
    await sealed.sign('cancelled')
    await sealed.seal('cancelled')
    await cancel(sealed, 'cancelled')
    await sealed.sign('unrecorded', false)
    await sealed.seal('unrecorded')
  })
  await sealed.closeDay()
  await sealed.erase('erased')
  await sealed.sign('again')
  await sealed.receive(recordOf('again', { signed_at: '2026-03-01T10:05:00.000Z' }))
  await sealed.seal('again')
  await sealed.rotate()
}

async function cancel({ db }: Sealed, session_id: string): Promise<void> {
  const found = await findCopy(db, sha256(recordOf(session_id).token))
  if (!found) throw new Error('There is no copy')
  const [changeFeed, deliveries] = [{ wake: () => {} }, { wake: () => {} }]
  await cancelSale({ db, config: { mail: undefined }, changeFeed, deliveries }, found, 'We moved.')
  await disputeSale(db, found, 'The price is wrong.')
}
