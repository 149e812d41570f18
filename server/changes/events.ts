import { STREAM_EVENTS } from '#protocol/changes.ts'
import type { StreamedChange } from './changes.queries.ts'
import { type Cursor, cursorToText } from './cursor.ts'

/**
 * Keeps proxies and phones from taking a quiet stream for a dead one. Without an id, as nothing has changed, except
 * where changes were left out: a cursor that stood still would be too old one day.
 */
export const beatEvent = (cursor: Cursor | undefined) =>
  cursor ? named(STREAM_EVENTS.beat, cursor) : `event: ${STREAM_EVENTS.beat}\ndata: {}\n\n`

const named = (event: string, cursor: Cursor) => `event: ${event}\nid: ${cursorToText(cursor)}\ndata: {}\n\n`

/** From this cursor on the stream tells everything. */
export const readyEvent = (cursor: Cursor) => named(STREAM_EVENTS.ready, cursor)

/** Something before this cursor cannot be told any more: read the lists again, the stream goes on from here. */
export const reloadEvent = (cursor: Cursor) => named(STREAM_EVENTS.reload, cursor)

/** Changes as unnamed events, in bytes, so that they are encoded once for every stream. */
export function changesToEvents(changes: readonly StreamedChange[]): Buffer {
  return Buffer.from(
    changes.map(({ cursor, json }) => `id: ${cursorToText(cursor)}\ndata: ${json}\n\n`).join(''),
  )
}

/** The events of an area among these changes, of all without one; each area is encoded once, for all its streams. */
export function eventsByArea(changes: readonly StreamedChange[]): (area: string | undefined) => Buffer {
  const known = new Map<string | undefined, Buffer>()
  return (area) => {
    const events =
      known.get(area) ??
      changesToEvents(area === undefined ? changes : changes.filter(({ areas }) => areas.includes(area)))
    known.set(area, events)
    return events
  }
}
