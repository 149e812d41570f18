import type { Lead } from '#domain/lead/lead.ts'
import type { OpportunityListed } from './tables.ts'

/** Where every open app hears of changes, as Server-Sent Events. */
export const CHANGES_PATH = '/realtime/v1/changes'

type ChangeOf<Table extends string, Row> = {
  table: Table
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  record: Row
}

/** One change: the row as it is now (for DELETE: as it last was), opportunities without their signature. */
export type Change = ChangeOf<'leads', Lead> | ChangeOf<'opportunities', OpportunityListed>

/**
 * Events of the stream. `ready` comes first and tells, by its id, from where the stream is live; an unnamed
 * event is a `Change`; `reload` says that the cursor is too old or of another database: read the lists again.
 */
export const STREAM_EVENTS = { ready: 'ready', reload: 'reload' } as const
