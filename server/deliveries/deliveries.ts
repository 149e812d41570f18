import { failed } from '#domain/kernel/result.ts'
import { DELIVERY_TARGETS, type DeliveryTarget } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import { createLoop, startInTurn } from '../jobs/loop.ts'
import { findUpcoming } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { forgetPayloads } from './payloads.queries.ts'
import { perTarget } from './targets.ts'
import { createWorker, type Worker, type WorkerOptions } from './worker.ts'

/** The workers of the `deliveries` table, one per target. */
export type Deliveries = {
  /** Starts delivering what is due. Resolves when that has begun. */
  start(): Promise<void>
  /** Looks for due deliveries now. If this process does not deliver, the workers of other processes are woken. */
  wake(): void
  /**
   * Delivers now what is outstanding for a sale, even if parked or not yet due, and returns the outcome. Joins a
   * running attempt if that one covers the current state. If nothing is outstanding, it counts as delivered. A held sale is
   * not delivered, and the outcome says so.
   */
  runNow(target: DeliveryTarget, sessionId: string): Promise<DeliveryOutcome>
  /** Gives running deliveries time to finish, then releases their leases. */
  stop(): Promise<void>
}

type Options = Pick<WorkerOptions, 'db' | 'log'> &
  Partial<WorkerOptions> & {
    /** How often to look without being woken. */
    pollMs?: number
    /** A target without a handler is left to other processes. */
    handlers: Partial<Record<DeliveryTarget, DeliveryHandler>>
    /** Wakes the workers of other processes. */
    wakeOthers?: () => void
  }

/** Together with the poll, the deliveries of a dead worker are claimed again within 30 seconds. */
const LEASE_MS = 28_000
const FORGET_REST_MS = 600_000
const ELSEWHERE: DeliveryOutcome = failed({ retry: 'later', message: 'Another process delivers this.' })

/** Creates the workers. Any number of processes can share the work. */
export function createDeliveries({ handlers, wakeOthers = () => {}, ...given }: Options): Deliveries {
  const options = {
    concurrency: 8,
    phonesWait: () => false,
    leaseMs: LEASE_MS,
    attemptMs: 25_000,
    drainMs: 5_000,
    pollMs: 1_000,
    random: Math.random,
    ...given,
  }
  const { db, log } = options
  const workers = perTarget(DELIVERY_TARGETS, (target) => {
    const handler = handlers[target]
    return handler && createWorker(target, handler, options, () => delivering.wake())
  })
  const present = Object.values(workers).filter((worker) => worker !== undefined)
  const delivering = createLoop({
    name: 'deliver',
    work: () => startDue(db, present),
    restMs: options.pollMs,
    soonMs: 0,
    log,
  })
  const forgetting = createLoop({
    name: 'forget-payloads',
    work: (stopping) => forgetPayloads(db, stopping),
    restMs: FORGET_REST_MS,
    log,
  })

  let isStarted = false

  return {
    start() {
      isStarted = true
      return startInTurn([delivering, forgetting])
    },
    wake() {
      if (!isStarted) wakeOthers()
      delivering.wake()
    },
    runNow: async (target, sessionId) => (await workers[target]?.runNow(sessionId)) ?? ELSEWHERE,
    async stop() {
      await Promise.all([delivering.stop(), forgetting.stop()])
      await Promise.all(present.map((worker) => worker.stop()))
    },
  }
}

/**
 * Lets every worker that has room start what is due. Returns in how many milliseconds more falls due for them; the end of
 * an attempt wakes the loop for the others.
 */
async function startDue(db: Db, workers: readonly Worker[]): Promise<number | undefined> {
  const free = workers.filter((worker) => worker.hasRoom())
  if (free.length === 0) return undefined
  const upcoming = await findUpcoming(
    db,
    free.map(({ target }) => target),
  )
  for (const { target, isDue } of upcoming)
    if (isDue) await free.find((worker) => worker.target === target)?.claim()
  const dueMs = upcoming.flatMap(({ nextDueMs }) => nextDueMs ?? [])
  return dueMs.length > 0 ? Math.min(...dueMs) : undefined
}
