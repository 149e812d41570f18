import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import type { Credentials } from '../identity/credentials.ts'
import { isResumable, readChanges } from './changes.queries.ts'
import { type Cursor, findCursor, isAfter } from './cursor.ts'
import { beatEvent, eventsByScope, readyEvent, reloadEvent, type StreamScope } from './events.ts'

type Sources = Pick<Context, 'db' | 'changeFeed'>

/**
 * If a client leaves more than this unread, it is disconnected. It reconnects with its cursor and receives the rest.
 */
const MAX_UNREAD_BYTES = 1024 * 1024
const BATCH_ROWS = 200
/** Larger, because most of the changes read are of other areas and are skipped. */
const BATCH_ROWS_OF_AREA = 2_000

/** One client, with its response and the changes that it wants. */
export type Stream = {
  response: ServerResponse
  lastEventId: string | undefined
  /** The only area whose changes it wants (`''` means no area), and the only person whose sales it may see. */
  scope: StreamScope
  /** The credentials with which its client was admitted. */
  credentials: Credentials
  /** The position from which the feed serves it. Unset until it has caught up. */
  liveFrom?: Cursor
}

/**
 * Sends one client every change after its cursor, once and in order. Resolves when the stream is live.
 *
 * 1. Backlog: changes are read from the database in batches, as fast as the client takes them.
 * 2. Cutover: when the client has caught up with the feed, it subscribes. The feed checks that it has not passed the
 *    subscriber, and accepts it, in the same turn, so no change is missed in between. The database may be ahead of the
 *    feed, so the feed skips the changes that a subscriber already has.
 * 3. Streaming: a beat shows that the backlog is complete. Then the feed pushes changes. It buffers nothing for a
 *    client that does not keep up.
 */
export async function streamChanges({ db, changeFeed }: Sources, stream: Stream): Promise<void> {
  const { response, lastEventId, scope } = stream
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  let position = await open({ db, changeFeed }, response, lastEventId)

  while (!gone.signal.aborted) {
    const unsubscribe = changeFeed.subscribe(position, (events) => push(response, events), scope)
    if (unsubscribe) {
      stream.liveFrom = position
      beat(stream, changeFeed)
      gone.signal.addEventListener('abort', unsubscribe)
      return
    }
    const { readTo, isTaken } = await sendBatch({ db, changeFeed }, stream, position)
    position = readTo
    if (!isTaken) await once(response, 'drain', { signal: gone.signal })
  }
}

/**
 * Reads and sends a batch. A separate function, so that the batch does not stay in memory while a slow client reads.
 */
async function sendBatch({ db, changeFeed }: Sources, { response, scope }: Stream, position: Cursor) {
  const goal = changeFeed.position()
  const rows = scope.area === undefined ? BATCH_ROWS : BATCH_ROWS_OF_AREA
  const { changes, readTo, lost } = await readChanges(db, position, rows, scope.area)
  const isLost = lost || goal.epoch !== position.epoch
  const isTaken = response.write(isLost ? reloadEvent(goal) : eventsByScope(changes)(scope))
  return { readTo: isLost ? goal : (readTo ?? goal), isTaken }
}

/** Opens the stream. Returns where it starts: after the client's cursor, or at the feed's position. */
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

/** Returns a random delay, so that clients do not all reconnect at the same moment after a restart. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 1_000)

function push(response: ServerResponse, events: Buffer | string): void {
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
  else response.write(events)
}

/** Keeps a quiet stream alive. Skips a stream with unread bytes, so that it times out if its client is gone. */
export function beat({ response, scope, liveFrom }: Stream, changeFeed: Sources['changeFeed']): void {
  if (response.writableNeedDrain) return
  const sent = changeFeed.position()
  const leavesOut = scope.area !== undefined || scope.onlyOf !== undefined
  const isPast = leavesOut && liveFrom !== undefined && isAfter(sent, liveFrom)
  const behindMs = liveFrom && changeFeed.behindMs()
  response.write(beatEvent(isPast ? sent : undefined, behindMs))
}

/** Ends a stream, without waiting for a client that does not read. */
export function endStream({ response }: Stream): void {
  if (response.writableNeedDrain) response.destroy()
  else response.end()
}
