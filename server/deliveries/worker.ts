import { setTimeout as delay } from 'node:timers/promises'
import { failed, success } from '#domain/kernel/result.ts'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import { loggedError } from '../log.ts'
import type { AttemptOptions } from './attempt-delivery.ts'
import { findOutstanding, findProgress } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { HELD } from './held.ts'
import { createRunningAttempts } from './running-attempts.ts'
import { claimDeliveries, claimNow } from './states.queries.ts'

/** The worker of one target. If its receiver hangs, the other targets are not affected. */
export type Worker = {
  target: DeliveryTarget
  /** Returns true if it has a receiver and can start another delivery. */
  hasRoom(): boolean
  /** Starts as many due deliveries as it has room for. */
  claim(): Promise<void>
  runNow(sessionId: string): Promise<DeliveryOutcome>
  stop(): Promise<void>
}

export type WorkerOptions = AttemptOptions & {
  /** The max number of deliveries that run at once. */
  concurrency: number
  /** Returns true if sales from phones wait for the database. Then fewer deliveries are started. */
  phonesWait: () => boolean
  /** The duration of a lease. It is longer than an attempt, so that an expired lease means a dead worker. */
  leaseMs: number
  /** How long `stop` waits for running attempts. */
  drainMs: number
}

const STOPPING: DeliveryOutcome = failed({ retry: 'later', message: 'The server is stopping.' })
const GONE: DeliveryOutcome = failed({ retry: 'never', message: 'It no longer exists.' })
const ELSEWHERE_POLL_MS = 100
/** The max number of deliveries that run while phones wait. Above zero, so that receivers are not left idle. */
const CONCURRENCY_WHILE_PHONES_WAIT = 1

/** Creates the worker of one target. Calls `ended` after each attempt. */
export function createWorker(
  target: DeliveryTarget,
  handler: DeliveryHandler,
  { concurrency, phonesWait, leaseMs, drainMs, ...options }: WorkerOptions,
  ended: () => void,
): Worker {
  const { db, log } = options
  // If this process dies in the middle of a call, the lease must last until the receiver shows what the call did.
  const attemptMs = Math.min(options.attemptMs, leaseMs - (handler.catchesUpMs ?? 0))
  const receiving = { target, receiver: handler.receiver ?? target }
  const attempts = createRunningAttempts({ ...options, attemptMs, handler, receiving }, ended)
  let stopping = false

  function room() {
    if (handler.receiver === null) return 0
    return (phonesWait() ? CONCURRENCY_WHILE_PHONES_WAIT : concurrency) - attempts.count()
  }

  async function claim() {
    const limit = room()
    if (limit <= 0) return
    for (const delivery of await claimDeliveries(db, receiving, limit, leaseMs))
      attempts
        .start(delivery)
        .catch((error) => log.error({ error: loggedError(error) }, 'A delivery crashed'))
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
      const progress = await findProgress(db, outstanding)
      if (!progress) return GONE
      if (progress.isDelivered) return success({})
      if (progress.isHeld) return HELD
      await delay(ELSEWHERE_POLL_MS)
    }
    return STOPPING
  }

  async function stop() {
    stopping = true
    await attempts.stop(drainMs)
  }

  return { target, hasRoom: () => room() > 0, claim, runNow, stop }
}
