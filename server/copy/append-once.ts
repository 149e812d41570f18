import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { appendEvent } from '../evidence/append-event.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import { type CopyEvent, listCopyEvents } from './copy.queries.ts'

/**
 * Appends an event to a chain unless the chain has one that counts as the same. Returns that one or the new one, or
 * undefined if the sale was erased meanwhile.
 */
export const appendOnce = (
  db: Db,
  chain: string,
  event: EventOfSale,
  isSame: (known: CopyEvent) => boolean,
): Promise<CopyEvent | undefined> =>
  db.transaction().execute((transaction) => appendOnceIn(transaction, chain, event, isSame))

/** Does the same as part of a transaction. */
export async function appendOnceIn(
  transaction: Db,
  chain: string,
  event: EventOfSale,
  isSame: (known: CopyEvent) => boolean,
): Promise<CopyEvent | undefined> {
  // Lock the sale before its evidence, as every other transaction does, because a row about the documents refers to the
  // sale.
  await sql`
    select from opportunities
    where session_id = (select session_id from sale_evidence where chain = ${chain}) for key share`.execute(
    transaction,
  )
  await sql`select from sale_evidence where chain = ${chain} for update`.execute(transaction)
  const known = (await listCopyEvents(transaction, chain)).find(
    (earlier) => earlier.type === event.type && isSame(earlier),
  )
  if (known) return known
  return (await appendEvent(transaction, chain, event)) ? event : undefined
}
