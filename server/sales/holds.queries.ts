import { sql } from 'kysely'
import type { Hold } from '#domain/access/hold.ts'
import type { Db } from '../db/schema.ts'
import { letGo } from '../deliveries/states.queries.ts'

/**
 * The moment since which `sale` is held: its first numbered call after the last release whose answer has a hold. If
 * there is no such call, because for example a report caused the hold, it is the last change of the sale.
 */
export const HELD_SINCE = sql<string>`coalesce((
  select min(applied_at) from applied_calls as call
  where call.session_id = sale.session_id and call.answer ->> 'hold' is not null and applied_at > coalesce((
    select max(at) from audit where audit.session_id = sale.session_id and verb = 'sale-released'), '-infinity')),
  sale.updated_at)`

type HeldRow = { hold: Hold | null; since: string }

/** Locks a sale. Returns why it is held and since when, or undefined if there is no such sale. */
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
 * Holds a sale because a suspended phone sent something of it, in the transaction that stores that. A sale that is
 * already held keeps its reason. Returns false if there is no such sale.
 */
export async function holdSale(transaction: Db, sessionId: string, hold: Hold): Promise<boolean> {
  const sale = await lockHold(transaction, sessionId)
  if (sale?.hold === null) await setHold(transaction, sessionId, hold)
  return sale !== undefined
}

/**
 * Releases a sale and its deliveries within a transaction. Returns why it was held and since when; `hold` is null if it
 * was not held. Returns undefined if there is no such sale.
 */
export async function releaseSale(transaction: Db, sessionId: string): Promise<HeldRow | undefined> {
  const sale = await lockHold(transaction, sessionId)
  if (!sale || sale.hold === null) return sale
  await setHold(transaction, sessionId, null)
  await letGo(transaction, sessionId)
  return sale
}

/** Counts the held sales. */
export async function countHeldSales(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from opportunities where hold is not null`.execute(db)
  return rows[0]?.count ?? 0
}
