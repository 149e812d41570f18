import { type Beat, STREAM_EVENTS } from '#protocol/changes.ts'
import { STREET_EVENT } from '#protocol/street.ts'
import type { StreamedChange } from './changes.queries.ts'
import { type Cursor, cursorToText } from './cursor.ts'

/**
 * Keeps proxies and phones from taking a quiet stream for a dead one. It carries an id only if changes were left
 * out: otherwise the client's cursor would never advance and become too old. `behindMs`: the client has every change
 * committed until so many milliseconds ago.
 */
export function beatEvent(cursor: Cursor | undefined, behindMs: number | undefined): string {
  const beat: Beat = behindMs === undefined ? {} : { behind_ms: behindMs }
  return named(STREAM_EVENTS.beat, cursor, beat)
}

const named = (event: string, cursor: Cursor | undefined, data: object = {}) =>
  `event: ${event}\n${cursor ? `id: ${cursorToText(cursor)}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** The stream is complete from this cursor on. */
export const readyEvent = (cursor: Cursor) => named(STREAM_EVENTS.ready, cursor)

/**
 * Changes before this cursor are lost: the client must read the lists again, and the stream continues from here.
 */
export const reloadEvent = (cursor: Cursor) => named(STREAM_EVENTS.reload, cursor)

/**
 * Returns changes as unnamed events, and those of the street as events of their name, in bytes, so that they are encoded
 * once for every stream.
 */
export const changesToEvents = (changes: readonly StreamedChange[]): Buffer =>
  Buffer.from(changes.map(toEvent).join(''))

const toEvent = ({ cursor, isStreet, json }: StreamedChange) =>
  `${isStreet ? `event: ${STREET_EVENT}\n` : ''}id: ${cursorToText(cursor)}\ndata: ${json}\n\n`

/**
 * Returns the events of an area among these changes, or all of them if none is given; each area is encoded once for
 * all its streams.
 */
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
