import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { EventOfSale } from './chain.ts'

/** The events after which the customer has the documents (docs/product 2.17). */
const GIVING: readonly string[] = ['copy-accepted', 'copy-downloaded', 'confirmed', 'paper-given']

/**
 * Notes that the customer was given the documents, if an event says so, in the transaction that appends the event. The
 * first moment counts.
 */
export async function noteGiven(transaction: Db, chain: string, { type, at }: EventOfSale): Promise<void> {
  if (!GIVING.includes(type)) return
  await sql`
    insert into documents_given (session_id, since, given_at)
    select session_id, coalesce(sale.received_at, ${at}), ${at}
    from sale_evidence join opportunities as sale using (session_id) where chain = ${chain}
    on conflict (session_id) do update
    set given_at = least(documents_given.given_at, excluded.given_at)`.execute(transaction)
}
