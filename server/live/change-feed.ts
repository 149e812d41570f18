import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { type Loop, startLoop } from '../jobs/loop.ts'
import { getTail, isResumable, readChanges, type StreamedChange } from './changes.queries.ts'
import { type Cursor, isAfter } from './cursor.ts'
import { changesToEvents, reloadEvent } from './events.ts'
import { createHints } from './hints.ts'

/** Takes the bytes of one or more events. */
export type Subscriber = (events: Buffer | string) => void

/** The one tail per process, which every stream follows. */
export type ChangeFeed = {
  start(): Promise<void>
  stop(): Promise<void>
  /** Call after a commit that changed a lead or an opportunity, in any process, also where it was not started. */
  wake(): void
  /** How far the feed has told. */
  position(): Cursor
  /**
   * Tells `subscriber` every change after `from`; answers how to end it. Nothing when the feed has already passed
   * `from`: then the caller reads on from the database first.
   */
  subscribe(from: Cursor, subscriber: Subscriber): (() => void) | undefined
  /** How many follow it. */
  subscribers(): number
}

type Options = Pick<Database, 'db' | 'listen'> & {
  log: Pick<FastifyBaseLogger, 'error'>
  /** Changes made elsewhere, in psql or by another process, are seen this late at most. */
  pollMs?: number
}

const SOON_MS = 5
const BATCH_ROWS = 200

/** Builds the feed; it has a position once started. */
export function createChangeFeed({ log, pollMs = 250, ...database }: Options): ChangeFeed {
  const { db } = database
  const subscriptions = new Set<{ from: Cursor; subscriber: Subscriber }>()
  const hints = createHints(database)
  let loop: Loop | undefined
  let tail: Cursor | undefined
  /** Whether the tail is of this life of the database, as it is until a read fails. */
  let certain = true

  const position = () => {
    if (!tail) throw new Error('The change feed was not started.')
    return tail
  }

  const publish = (changes: readonly StreamedChange[]) => {
    const [first] = changes
    if (!first) return
    const events = changesToEvents(changes)
    for (const { from, subscriber } of subscriptions) {
      const knowsNone = isAfter(first.cursor, from)
      subscriber(knowsNone ? events : changesToEvents(changes.filter(({ cursor }) => isAfter(cursor, from))))
    }
  }

  /** What was told cannot be continued, as more was pruned or another database took over: all begin again here. */
  const startOver = async () => {
    tail = await getTail(db)
    for (const subscription of subscriptions) {
      subscription.from = tail
      subscription.subscriber(reloadEvent(tail))
    }
  }

  const readOn = async (stopping: AbortSignal) => {
    // What failed may have been a primary that is gone: another one need not have all that was told.
    if (!certain && !(await isResumable(db, position()))) await startOver()
    certain = false
    await readToTheEnd(stopping)
    certain = true
  }

  const readToTheEnd = async (stopping: AbortSignal) => {
    let full = true
    while (full && !stopping.aborted) {
      const { changes, pruned } = await readChanges(db, position(), BATCH_ROWS)
      if (pruned) return startOver()
      tail = changes.at(-1)?.cursor ?? tail
      publish(changes)
      full = changes.length === BATCH_ROWS
      // The embedded database answers within one turn: sockets need one of their own to take the batch.
      if (full) await setImmediate()
    }
  }

  return {
    position,
    async start() {
      tail = await getTail(db)
      const failed = (error: unknown) => log.error({ err: error }, 'change feed failed')
      const reading = startLoop(readOn, { restMs: pollMs, soonMs: SOON_MS }, failed)
      loop = reading
      hints.start(() => reading.wake())
    },
    async stop() {
      await Promise.all([loop?.stop(), hints.stop()])
    },
    wake() {
      loop?.wake()
      hints.tell()
    },
    subscribers: () => subscriptions.size,
    subscribe(from, subscriber) {
      if (from.epoch !== position().epoch || isAfter(position(), from)) return undefined
      const subscription = { from, subscriber }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
  }
}
