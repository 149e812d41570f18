import { setTimeout as delay } from 'node:timers/promises'
import { failed, success } from '#domain/kernel/result.ts'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import { createLoop } from '../jobs/loop.ts'
import { loggedError } from '../log.ts'
import type { AttemptOptions } from './attempt-delivery.ts'
import { findNextDueMs, findOutstanding, isDelivered } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { createRunningAttempts } from './running-attempts.ts'
import { claimDeliveries, claimNow } from './states.queries.ts'

/** The worker of one target. If it fails or hangs, the other targets are not affected. */
export type Worker = {
  /** Starts delivering what is due. */
  start(): void
  /** Looks for due deliveries now. Does nothing before `start`. */
  wake(): void
  runNow(sessionId: string): Promise<DeliveryOutcome>
  stop(): Promise<void>
}

export type WorkerOptions = AttemptOptions & {
  /** How many deliveries may run at once. */
  concurrency: number
  /** Whether sales from phones are waiting for the database; if so, fewer deliveries are started. */
  phonesWait: () => boolean
  /** How long a lease lasts. Longer than an attempt, so that an expired lease means a dead worker. */
  leaseMs: number
  /** How long `stop` waits for running attempts. */
  drainMs: number
  /** How often to look without being woken. */
  pollMs: number
}

const STOPPING: DeliveryOutcome = failed({ retry: 'later', message: 'The server is stopping.' })
const GONE: DeliveryOutcome = failed({ retry: 'never', message: 'It no longer exists.' })
const ELSEWHERE_POLL_MS = 100
/** How many deliveries may run while phones wait; not none, so that receivers are not left idle. */
const CONCURRENCY_WHILE_PHONES_WAIT = 1

/** Creates the worker of one target. */
export function createWorker(
  target: DeliveryTarget,
  handler: DeliveryHandler,
  { concurrency, phonesWait, leaseMs, drainMs, pollMs, ...attempting }: WorkerOptions,
): Worker {
  const { db, log } = attempting
  const receiving = { target, receiver: handler.receiver ?? target }
  const attempts = createRunningAttempts({ ...attempting, handler, receiving }, () => loop.wake())
  const loop = createLoop({
    name: `deliver-${target}`,
    work: claim,
    findNextDueMs: nextDueMs,
    restMs: pollMs,
    soonMs: 0,
    log,
  })
  let stopping = false

  async function claim() {
    if (handler.receiver === null) return
    const max = phonesWait() ? CONCURRENCY_WHILE_PHONES_WAIT : concurrency
    const free = max - attempts.count()
    if (free <= 0) return
    for (const delivery of await claimDeliveries(db, receiving, free, leaseMs))
      attempts
        .start(delivery)
        .catch((error) => log.error({ error: loggedError(error) }, 'A delivery crashed'))
  }

  /** If the worker is busy, the end of an attempt wakes it. */
  async function nextDueMs() {
    const isBusy = handler.receiver === null || attempts.count() >= concurrency
    return isBusy ? undefined : findNextDueMs(db, target)
  }

  async function runNow(sessionId: string): Promise<DeliveryOutcome> {
    const outstanding = await findOutstanding(db, target, sessionId)
    if (!outstanding) return success({})
    while (!stopping) {
      const running = attempts.find(outstanding.id)
      if (running) {
        const outcome = await running.outcome
        if (running.delivery.wanted >= outstanding.wanted) return outcome
        continue
      }
      const claimed = await claimNow(db, outstanding, leaseMs)
      if (claimed) return attempts.start(claimed)
      const delivered = await isDelivered(db, outstanding)
      if (delivered === undefined) return GONE
      if (delivered) return success({})
      await delay(ELSEWHERE_POLL_MS)
    }
    return STOPPING
  }

  async function stop() {
    stopping = true
    await loop.stop()
    await attempts.stop(drainMs)
  }

  return { start: loop.start, wake: loop.wake, runNow, stop }
}
