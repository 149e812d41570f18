import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/handle.ts'
import { createHints } from '../jobs/hints.ts'
import { createLoop } from '../jobs/loop.ts'
import { getTail, readChanges, type StreamedChange } from './changes.queries.ts'
import { type Cursor, isAfter } from './cursor.ts'
import { eventsByArea, reloadEvent } from './events.ts'
import { SettledTime } from './settled-time.ts'

/** Receives the bytes of one or more events. */
export type Subscriber = (events: Buffer | string) => void

/** Receives changes themselves, from now on. */
export type Follower = {
  receive(changes: readonly StreamedChange[]): void
  /** Changes were lost: the lists must be read again. */
  startOver(): void
}

/** The only reader of new changes in a process; every stream follows it. */
export type ChangeFeed = {
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Call after a commit that changed a lead, an opportunity or the street, in any process, even if the feed was not
   * started.
   */
  wake(): void
  /** The position of the last change that was passed on. */
  position(): Cursor
  /** Every change committed until so many milliseconds ago was passed on; undefined if that is not known yet. */
  behindMs(): number | undefined
  /**
   * Passes every change after `from` to `subscriber`, only those of the area if one is given. Returns how to
   * unsubscribe; undefined if the feed is already past `from`, and then the caller must first read on from the
   * database.
   */
  subscribe(from: Cursor, subscriber: Subscriber, area?: string): (() => void) | undefined
  /** How many subscribers there are. */
  subscribers(): number
  /** Passes every later change to `follower`, each once and in order, for as long as the process lives. */
  follow(follower: Follower): void
}

type Options = Pick<Database, 'db' | 'listen'> & {
  log: Pick<FastifyBaseLogger, 'error' | 'debug'>
  /** The longest delay of changes made elsewhere, in psql or by another process. */
  pollMs?: number
}

const SOON_MS = 5
const BATCH_ROWS = 200

/** Creates the feed; it has a position once started. */
export function createChangeFeed({ log, pollMs = 250, ...database }: Options): ChangeFeed {
  const { db } = database
  const subscriptions = new Set<{ from: Cursor; subscriber: Subscriber; area: string | undefined }>()
  const followers: Follower[] = []
  const hints = createHints({ ...database, log }, 'doorstep_changes')
  const settledTime = new SettledTime()
  let tail: Cursor | undefined

  const position = () => {
    if (!tail) throw new Error('The change feed was not started.')
    return tail
  }

  const publish = (changes: readonly StreamedChange[]) => {
    const [first] = changes
    if (!first) return
    const eventsOf = eventsByArea(changes)
    for (const { from, subscriber, area } of subscriptions) {
      const knowsNone = isAfter(first.cursor, from)
      const unknown = () => changes.filter(({ cursor }) => isAfter(cursor, from))
      const events = knowsNone ? eventsOf(area) : eventsByArea(unknown())(area)
      if (events.length > 0) subscriber(events)
    }
    for (const follower of followers) follower.receive(changes)
  }

  /** If changes the feed needs were pruned or another database took over, everyone starts again here. */
  const startOver = async () => {
    settledTime.reset()
    tail = await getTail(db)
    for (const subscription of subscriptions) {
      subscription.from = tail
      subscription.subscriber(reloadEvent(tail))
    }
    for (const follower of followers) follower.startOver()
  }

  const readOn = async (stopping: AbortSignal) => {
    let isMore = true
    while (isMore && !stopping.aborted) {
      const startedAt = performance.now()
      const { changes, lost, full, snapshot } = await readChanges(db, position(), BATCH_ROWS)
      if (lost) return startOver()
      tail = changes.at(-1)?.cursor ?? tail
      publish(changes)
      if (!full) settledTime.note(startedAt, snapshot)
      isMore = full
      // The embedded database answers within one turn of the event loop; sockets need a turn to send the batch.
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
    subscribers: () => subscriptions.size,
    follow: (follower) => void followers.push(follower),
    subscribe(from, subscriber, area) {
      if (from.epoch !== position().epoch || isAfter(position(), from)) return undefined
      const subscription = { from, subscriber, area }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
  }
}
