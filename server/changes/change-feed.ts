import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/handle.ts'
import { createHints } from '../jobs/hints.ts'
import { createLoop } from '../jobs/loop.ts'
import { getTail, readChanges } from './changes.queries.ts'
import { type Cursor, isAfter } from './cursor.ts'
import type { StreamScope } from './events.ts'
import { SettledTime } from './settled-time.ts'
import { type Follower, type Subscriber, Subscribers } from './subscribers.ts'

/** The only reader of new changes in a process. Every stream follows it. */
export type ChangeFeed = {
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Makes the feed read on. Must be called after a commit that changed a lead, an opportunity or the street, in any
   * process, even if the feed was not started there.
   */
  wake(): void
  /** Returns the position of the last change that was passed on. */
  position(): Cursor
  /**
   * Returns for how many milliseconds changes may have been committed without being passed on. Undefined if that is not
   * known yet.
   */
  behindMs(): number | undefined
  /**
   * Passes every change of the scope after `from` to `subscriber`. Returns a function that unsubscribes. Returns
   * undefined if the feed is already past `from`; the caller must then first read on from the database.
   */
  subscribe(from: Cursor, subscriber: Subscriber, scope: StreamScope): (() => void) | undefined
  /** Returns the number of subscribers. */
  subscribers(): number
  /** Passes every later change to `follower`, each once and in order, for as long as the process lives. */
  follow(follower: Follower): void
}

type Options = Pick<Database, 'db' | 'listen'> & {
  log: Pick<FastifyBaseLogger, 'error' | 'debug'>
  /** The longest delay for changes that are made elsewhere, in psql or by another process. */
  pollMs?: number
}

const SOON_MS = 5
const BATCH_ROWS = 200

/** Creates the feed. It has a position once it is started. */
export function createChangeFeed({ log, pollMs = 250, ...database }: Options): ChangeFeed {
  const { db } = database
  const subscribers = new Subscribers()
  const hints = createHints({ ...database, log }, 'doorstep_changes')
  const settledTime = new SettledTime()
  let tail: Cursor | undefined

  const position = () => {
    if (!tail) throw new Error('The change feed was not started.')
    return tail
  }

  /** Makes all subscribers start again from here, because needed changes were pruned or another database took over. */
  const startOver = async () => {
    settledTime.reset()
    tail = await getTail(db)
    subscribers.startOver(tail)
  }

  const readOn = async (stopping: AbortSignal) => {
    let isMore = true
    while (isMore && !stopping.aborted) {
      const startedAt = performance.now()
      const { changes, lost, full, snapshot } = await readChanges(db, position(), BATCH_ROWS)
      if (lost) return startOver()
      tail = changes.at(-1)?.cursor ?? tail
      subscribers.publish(changes)
      if (!full) settledTime.note(startedAt, snapshot)
      isMore = full
      // The embedded database answers within one turn of the event loop, but sockets need a turn to send the batch.
      if (full) await setImmediate()
    }
  }

  const reading = createLoop({ name: 'change-feed', work: readOn, restMs: pollMs, soonMs: SOON_MS, log })

  return {
    position,
    behindMs: () => settledTime.behindMs(performance.now()),
    async start() {
      tail = await getTail(db)
      reading.start()
      hints.start(reading.wake)
    },
    async stop() {
      await Promise.all([reading.stop(), hints.stop()])
    },
    wake() {
      reading.wake()
      hints.send()
    },
    subscribers: () => subscribers.size,
    follow: (follower) => subscribers.follow(follower),
    subscribe(from, subscriber, scope) {
      const isPast = from.epoch !== position().epoch || isAfter(position(), from)
      return isPast ? undefined : subscribers.add(from, subscriber, scope)
    },
  }
}
