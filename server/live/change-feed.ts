import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { getTail, readChanges, type StreamedChange } from './changes.queries.ts'
import { type Cursor, isAfter } from './cursor.ts'
import { changesToEvents, reloadEvent } from './events.ts'
import { type Loop, startLoop } from './loop.ts'
import { pruneChanges } from './prune-changes.job.ts'

/** Takes the bytes of one or more events. */
export type Subscriber = (events: Buffer | string) => void

/** The one tail per process, which every stream follows. */
export type ChangeFeed = {
  start(): Promise<void>
  stop(): Promise<void>
  /** Call after a commit that changed a lead or an opportunity. */
  wake(): void
  /** How far the feed has told. */
  position(): Cursor
  /**
   * Tells `subscriber` every change after `from`; answers how to end it. Nothing when the feed has already passed
   * `from`: then the caller reads on from the database first.
   */
  subscribe(from: Cursor, subscriber: Subscriber): (() => void) | undefined
}

/** Changes made elsewhere, in psql or by another process, are seen this late at most. */
const POLL = { restMs: 250, soonMs: 5 }
const PRUNING = { restMs: 600_000, soonMs: 1_000 }
const BATCH_ROWS = 200

/** Builds the feed; it has a position once started. */
export function createChangeFeed({ db, log }: { db: Db; log: FastifyBaseLogger }): ChangeFeed {
  const subscriptions = new Set<{ from: Cursor; subscriber: Subscriber }>()
  let loops: Loop[] = []
  let tail: Cursor | undefined

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

  /** More was pruned than was read: no stream can be continued, all start again from here. */
  const startOver = async () => {
    tail = await getTail(db)
    for (const { subscriber } of subscriptions) subscriber(reloadEvent(tail))
  }

  const readOn = async (stopping: AbortSignal) => {
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
      loops = [
        startLoop(readOn, POLL, failed),
        startLoop((stopping) => pruneChanges(db, stopping), PRUNING, failed),
      ]
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
    wake: () => loops[0]?.wake(),
    subscribe(from, subscriber) {
      if (isAfter(position(), from)) return undefined
      const subscription = { from, subscriber }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
  }
}
