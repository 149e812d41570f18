import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { StoredEvent } from '../../evidence/check-chain.ts'
import { pagesOf } from './pages.ts'

/** Most payloads are small, but those that keep other evidence can have 2 MB. */
const EVENTS_AT_ONCE = 200

/** An event. `type` is null if only the payload is stored. Salt and sale are null once the sale was erased. */
export type EventFound = Omit<StoredEvent, 'type'> & {
  type: string | null
  salt: Uint8Array | null
  session_id: string | null
}

/** Yields every event with its payload, ordered by chain and sequence. */
export const readEvents = (db: Db): AsyncGenerator<EventFound[]> =>
  pagesOf(EVENTS_AT_ONCE, async (after) => {
    const isNext = sql`
      (chain, seq) > (${after?.chain ?? ''}::text, ${after?.seq ?? 0}::integer)
      order by chain, seq limit ${EVENTS_AT_ONCE}`
    const { rows } = await sql<EventFound>`
      with place as (
        (select chain, seq from evidence_events where ${isNext})
        union (select chain, seq from event_payloads where ${isNext})
        order by chain, seq limit ${EVENTS_AT_ONCE}
      )
      select chain, seq, type, at, encode(commitment, 'hex') as commit, encode(prev, 'hex') as prev,
        encode(hash, 'hex') as hash, payload, salt, session_id
      from place left join evidence_events using (chain, seq) left join event_payloads using (chain, seq)
        left join sale_evidence using (chain)
      order by chain, seq`.execute(db)
    return rows
  })
