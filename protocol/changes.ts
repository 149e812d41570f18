import type { Lead } from '#domain/lead/lead.ts'
import type { OpportunityListed } from './tables.ts'

/**
 * Where every open app hears of changes, as Server-Sent Events. With `?area=` it hears of those alone that concern an
 * area, also of what leaves it; `''` is what has no area.
 */
export const CHANGES_PATH = '/realtime/v1/changes'

type ChangeOf<Table extends string, Row> = {
  table: Table
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  record: Row
}

/** One change: the row as it is now (for DELETE: as it last was), opportunities without their signature. */
export type Change = ChangeOf<'leads', Lead> | ChangeOf<'opportunities', OpportunityListed>

/**
 * Events of the stream. First comes `ready`, or `reload` for a cursor that is too old or of another database: the
 * changes before its id cannot be told any more, so read the lists again. Both have a cursor as their id, after
 * which every change follows as an unnamed event. A `reload` may come later too. A `beat` only says that the line
 * still carries; where changes were left out, its id says how far they are past.
 */
export const STREAM_EVENTS = { ready: 'ready', reload: 'reload', beat: 'beat' } as const

/** How often the stream beats. */
export const HEARTBEAT_MS = 15_000
