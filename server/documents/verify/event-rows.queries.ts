import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { pagesOf } from './pages.ts'

/** Most payloads are small; those that keep other evidence have up to 2 MB. */
const EVENTS_AT_ONCE = 200

/** Hashes are hex. `type` is null if only the payload is there, `payload` if only the event is. */
export type StoredEvent = {
  chain: string
  seq: number
  type: string | null
  at: string
  commit: string
  prev: string
  hash: string
  payload: object | null
  /** Null once the sale was erased. */
  salt: Uint8Array | null
  session_id: string | null
}

/** Yields every event with its payload, by chain and place. */
export const readEvents = (db: Db): AsyncGenerator<StoredEvent[]> =>
  pagesOf(EVENTS_AT_ONCE, async (after) => {
    const isNext = sql`
      (chain, seq) > (${after?.chain ?? ''}::text, ${after?.seq ?? 0}::integer)
      order by chain, seq limit ${EVENTS_AT_ONCE}`
    const { rows } = await sql<StoredEvent>`
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
