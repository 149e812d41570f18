import { sql } from 'kysely'
import type { Agreement } from '#domain/agreement/agreement.ts'
import type { Db } from '../db/schema.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { inUtc } from './copy.queries.ts'

/** The data for the mail about a cancellation. Moments are UTC, ISO 8601. */
export type CancellationToAcknowledge = {
  sessionId: string
  chain: string
  agreement: Agreement
  name: string
  address: string
  signedAt: string
  receivedAt: string
  inTime: boolean
  /** The moment when the mail was queued. A person may queue it again. */
  queuedAt: string
}

type CancellationRow = {
  session_id: string
  chain: string
  agreement: Uint8Array
  name: string | null
  address: string | null
  is_held: boolean
  signed_at: string
  received_at: string
  in_time: boolean
  queued_at: string
}

/** Returns the cancellation of a delivery, and whether its sale is held. Undefined if the sale was erased meanwhile. */
export async function findCancellation(
  db: Db,
  { id }: Pick<Delivery, 'id'>,
): Promise<(CancellationToAcknowledge & { isHeld: boolean }) | undefined> {
  const { rows } = await sql<CancellationRow>`
    select session_id, chain, agreement.body as agreement, customer_name as name, customer_email as address,
      sale.hold is not null as is_held,
      coalesce(contract_timestamp, signing.received_at) as signed_at, cancellation.received_at, in_time,
      queued.created_at as queued_at
    from deliveries as queued
    join cancellations as cancellation using (session_id)
    join opportunities as sale using (session_id)
    join sale_evidence as signing using (session_id)
    join agreements as agreement on agreement.sha256 = signing.agreement_sha256
    where queued.id = ${id}`.execute(db)
  const [row] = rows
  return (
    row && {
      sessionId: row.session_id,
      chain: row.chain,
      agreement: JSON.parse(Buffer.from(row.agreement).toString()) as Agreement,
      name: row.name ?? '',
      address: (row.address ?? '').trim(),
      isHeld: row.is_held,
      signedAt: inUtc(row.signed_at),
      receivedAt: inUtc(row.received_at),
      inTime: row.in_time,
      queuedAt: inUtc(row.queued_at),
    }
  )
}

/** Stores when the mail about a cancellation was first accepted. */
export async function storeAcknowledged(transaction: Db, sessionId: string, at: string): Promise<void> {
  await transaction
    .updateTable('cancellations')
    .set({ acknowledged_at: at })
    .where('session_id', '=', sessionId)
    .where('acknowledged_at', 'is', null)
    .execute()
}
