import { sql } from 'kysely'
import type { ContractClock } from '#domain/cooling-off/cooling-off.ts'
import type { CopyProgress } from '#domain/copy/copy-state.ts'
import type { Db } from '../db/schema.ts'
import { HELD_REASON, isHeld } from '../deliveries/held.queries.ts'
import { type CopyEvent, inUtc } from './copy.queries.ts'
import { clockOf } from './customers-copy.ts'

type ProgressRow = {
  session_id: string
  copy_by: CopyProgress['copyBy']
  has_address: boolean
  is_sealed: boolean
  mail_state: 'waiting' | 'parked' | 'delivered' | null
  mail_at: string | null
  mail_reason: string | null
  signed_at: string | null
  has_code_ended: boolean
  events: CopyEvent[] | null
}

/**
 * The progress of a copy, whether the code shown at the door no longer opens it, and the clock of its contract. The clock
 * is null if the moment of signing is unknown.
 */
type CopyOfSale = CopyProgress & { hasCodeEnded: boolean; clock: ContractClock | null }

/** Returns the progress of the copies of these sales. Leaves out unsigned sales. */
export async function listCopyProgress(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, CopyOfSale>> {
  const { rows } = await sql<ProgressRow>`
    select sale.session_id, copy_by, trim(coalesce(customer_email, '')) <> '' as has_address,
      newest.version is not null as is_sealed,
      mail.state as mail_state, mail.updated_at as mail_at,
      case when mail.state = 'waiting' and ${isHeld('mail')} then ${HELD_REASON}::text else mail.reason end as mail_reason,
      contract_timestamp as signed_at, coalesce(signing.token_expires_at <= now(), false) or exists (
        select from evidence_events as event where event.chain = signing.chain and type = 'code-renewed') as has_code_ended, (
        select jsonb_agg(jsonb_build_object('type', type, 'at', at, 'payload', payload) order by seq)
        from evidence_events as event join event_payloads using (chain, seq)
        where event.chain = signing.chain and type in ('signed', 'copy-accepted', 'paper-given')) as events
    from opportunities as sale
    left join sale_evidence as signing using (session_id)
    left join lateral (
      select max(version) as version from sealed_documents as document
      where document.session_id = sale.session_id) as newest on true
    left join deliveries as mail
      on mail.target = 'copy' and mail.session_id = sale.session_id and mail.sequence = newest.version
    where sale.session_id = any(${sessionIds}) and contract_signature is not null
      and (sale.status = 'closed-won' or sealed)`.execute(db)
  return new Map(rows.map((row) => [row.session_id, progressOf(row)]))
}

function progressOf(row: ProgressRow): CopyOfSale {
  // The database writes moments in JSON with its own offset instead of `Z`.
  const events = (row.events ?? []).map((event) => ({ ...event, at: inUtc(event.at) }))
  return {
    copyBy: row.copy_by,
    hasAddress: row.has_address,
    isSealed: row.is_sealed,
    paperGiven: paperGivenIn(events),
    mail:
      row.mail_state === null || row.mail_at === null
        ? null
        : { state: row.mail_state, at: row.mail_at, reason: row.mail_reason },
    hasCodeEnded: row.has_code_ended,
    clock: row.signed_at === null ? null : clockOf(row.signed_at, events),
  }
}

/** Returns when paper was first given, and its number; null if it was not. */
function paperGivenIn(events: readonly CopyEvent[]): CopyProgress['paperGiven'] {
  const given = events.find(({ type }) => type === 'paper-given')
  if (!given) return null
  const { number } = given.payload
  return { at: given.at, ...(typeof number === 'string' && { number }) }
}
