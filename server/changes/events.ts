import { type Beat, STREAM_EVENTS } from '#protocol/changes.ts'
import { STREET_EVENT } from '#protocol/street.ts'
import type { StreamedChange } from './changes.queries.ts'
import { type Cursor, cursorToText } from './cursor.ts'

/**
 * Returns a beat, which keeps proxies and phones from taking a quiet stream for a dead one. It carries an id only if
 * changes were left out, because otherwise the client's cursor would never advance and become too old. The client has
 * every change that was committed until `behindMs` ago.
 */
export function beatEvent(cursor: Cursor | undefined, behindMs: number | undefined): string {
  const beat: Beat = behindMs === undefined ? {} : { behind_ms: behindMs }
  return named(STREAM_EVENTS.beat, cursor, beat)
}

const named = (event: string, cursor: Cursor | undefined, data: object = {}) =>
  `event: ${event}\n${cursor ? `id: ${cursorToText(cursor)}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** Returns the event that says that the stream is complete from this cursor on. */
export const readyEvent = (cursor: Cursor) => named(STREAM_EVENTS.ready, cursor)

/**
 * Returns the event that says that changes before this cursor are lost. The client must read the lists again, and the
 * stream continues from here.
 */
export const reloadEvent = (cursor: Cursor) => named(STREAM_EVENTS.reload, cursor)

/**
 * Returns changes as unnamed events, and those of the street as named ones. Returns bytes, so that they are encoded
 * only once for all streams.
 */
const changesToEvents = (changes: readonly StreamedChange[]): Buffer =>
  Buffer.from(changes.map(toEvent).join(''))

const toEvent = ({ cursor, isStreet, json }: StreamedChange) =>
  `${isStreet ? `event: ${STREET_EVENT}\n` : ''}id: ${cursorToText(cursor)}\ndata: ${json}\n\n`

/** The changes that a stream carries: those of one area, and only one person's sales. Undefined means all. */
export type StreamScope = { area: string | undefined; onlyOf: string | undefined }

/** Returns true if a stream with this scope carries the change. */
export const isInScope = (
  { areas, owner }: Pick<StreamedChange, 'areas' | 'owner'>,
  { area, onlyOf }: StreamScope,
): boolean =>
  (area === undefined || areas.includes(area)) && (onlyOf === undefined || owner === null || owner === onlyOf)

/**
 * Returns a function that picks a stream's events from these changes. It encodes each scope once for all its streams.
 */
export function eventsByScope(changes: readonly StreamedChange[]): (scope: StreamScope) => Buffer {
  const known = new Map<string, Buffer>()
  return (scope) => {
    const key = JSON.stringify([scope.area ?? null, scope.onlyOf ?? null])
    const events = known.get(key) ?? changesToEvents(changes.filter((change) => isInScope(change, scope)))
    known.set(key, events)
    return events
  }
}
