import { sql } from 'kysely'
import type { Hold } from '#domain/access/hold.ts'
import type { Db } from '../db/schema.ts'
import { letGo } from '../deliveries/states.queries.ts'

/**
 * Since when `sale`, which is held, is held: its first numbered call that was answered so, after it was last released. A hold
 * without such a call, as by a report, counts from the last change of the sale.
 */
export const HELD_SINCE = sql<string>`coalesce((
  select min(applied_at) from applied_calls as call
  where call.session_id = sale.session_id and call.answer ->> 'hold' is not null and applied_at > coalesce((
    select max(at) from audit where audit.session_id = sale.session_id and verb = 'sale-released'), '-infinity')),
  sale.updated_at)`

type HeldRow = { hold: Hold | null; since: string }

/** Locks a sale and returns why it is held and since when; undefined if there is no such sale. */
export async function lockHold(transaction: Db, sessionId: string): Promise<HeldRow | undefined> {
  const { rows } = await sql<HeldRow>`
    select hold, ${HELD_SINCE} as since from opportunities as sale where session_id = ${sessionId} for update`.execute(
    transaction,
  )
  return rows[0]
}

const setHold = (transaction: Db, sessionId: string, hold: Hold | null) =>
  sql`
    update opportunities set hold = ${hold}, revision = revision + 1 where session_id = ${sessionId}`.execute(
    transaction,
  )

/**
 * Holds a sale because of what a suspended phone sent of it, as part of the transaction that stores that. A sale that is held
 * stays so. Returns false if there is no such sale.
 */
export async function holdSale(transaction: Db, sessionId: string, hold: Hold): Promise<boolean> {
  const sale = await lockHold(transaction, sessionId)
  if (sale?.hold === null) await setHold(transaction, sessionId, hold)
  return sale !== undefined
}

/**
 * Releases a sale and lets its deliveries go, as part of a transaction. Returns why it was held and since when, with `hold` null if
 * it was not; undefined if there is no such sale.
 */
export async function releaseSale(transaction: Db, sessionId: string): Promise<HeldRow | undefined> {
  const sale = await lockHold(transaction, sessionId)
  if (!sale || sale.hold === null) return sale
  await setHold(transaction, sessionId, null)
  await letGo(transaction, sessionId)
  return sale
}

/** How many sales are held. */
export async function countHeldSales(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from opportunities where hold is not null`.execute(db)
  return rows[0]?.count ?? 0
}
