import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { isResumable, readChanges } from './changes.queries.ts'
import { type Cursor, findCursor, isAfter } from './cursor.ts'
import { beatEvent, changesToEvents, readyEvent, reloadEvent } from './events.ts'

type Sources = Pick<Context, 'db' | 'changeFeed'>

/** What a client may leave unread before it is let go; it comes back with its cursor and is told the rest. */
const MAX_UNREAD_BYTES = 1024 * 1024
const BATCH_ROWS = 200
/** Most are of other areas, and only looked at. */
const BATCH_ROWS_OF_AREA = 2_000

/** One client: where it writes, and what it wants to hear. */
export type Stream = {
  response: ServerResponse
  lastEventId: string | undefined
  /** The only area whose changes it wants; `''` is no area. */
  area: string | undefined
  /** From where on the feed tells it; not before it has caught up. */
  liveFrom?: Cursor
}

/**
 * Tells one client every change after its cursor, each once and in order; resolves when the stream is live.
 *
 * 1. Backlog: changes come from the database in batches, as fast as the client takes them.
 * 2. Cutover: a client that has caught up with the feed subscribes to it. The feed refuses whom it has passed, in
 *    the same turn in which it would accept, so nothing is missed between; and it skips for each subscriber what
 *    the database, being ahead of the feed, has told already.
 * 3. Streaming: the feed pushes, and nothing is held for a client that does not keep up.
 */
export async function streamChanges({ db, changeFeed }: Sources, stream: Stream): Promise<void> {
  const { response, lastEventId, area } = stream
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  let position = await open({ db, changeFeed }, response, lastEventId)

  while (!gone.signal.aborted) {
    const unsubscribe = changeFeed.subscribe(position, (events) => push(response, events), area)
    if (unsubscribe) {
      stream.liveFrom = position
      gone.signal.addEventListener('abort', unsubscribe)
      return
    }
    const { readTo, isTaken } = await tellBatch({ db, changeFeed }, stream, position)
    position = readTo
    if (!isTaken) await once(response, 'drain', { signal: gone.signal })
  }
}

/** By itself, so that nothing of what was read can outlive it while a slow client takes its time. */
async function tellBatch({ db, changeFeed }: Sources, { response, area }: Stream, position: Cursor) {
  const goal = changeFeed.position()
  const rows = area === undefined ? BATCH_ROWS : BATCH_ROWS_OF_AREA
  const { changes, readTo, lost } = await readChanges(db, position, rows, area)
  const isLost = lost || goal.epoch !== position.epoch
  const isTaken = response.write(isLost ? reloadEvent(goal) : changesToEvents(changes))
  return { readTo: isLost ? goal : (readTo ?? goal), isTaken }
}

/** Says where the stream starts: after the client's cursor, or where the feed is now. */
async function open({ db, changeFeed }: Sources, response: ServerResponse, lastEventId: string | undefined) {
  const now = changeFeed.position()
  const cursor = lastEventId === undefined ? now : await findResumable(db, lastEventId)
  response.write(`retry: ${retryMs()}\n\n${cursor ? readyEvent(cursor) : reloadEvent(now)}`)
  return cursor ?? now
}

async function findResumable(db: Context['db'], lastEventId: string): Promise<Cursor | undefined> {
  const cursor = findCursor(lastEventId)
  return cursor && (await isResumable(db, cursor)) ? cursor : undefined
}

/** Spread, so that a restart does not bring everybody back in the same moment. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 1_000)

function push(response: ServerResponse, events: Buffer | string): void {
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  else response.write(events)
}

/** Keeps a quiet stream alive. Not one with unread bytes: its silence is how a dead client shows. */
export function beat({ response, area, liveFrom }: Stream, changeFeed: Sources['changeFeed']): void {
  if (response.writableNeedDrain) return
  const told = changeFeed.position()
  const isPast = area !== undefined && liveFrom !== undefined && isAfter(told, liveFrom)
  response.write(beatEvent(isPast ? told : undefined))
}

/** Ends a stream at shutdown, without waiting for a client that does not read. */
export function endStream({ response }: Stream): void {
  if (response.writableNeedDrain) response.destroy()
  else response.end()
}
