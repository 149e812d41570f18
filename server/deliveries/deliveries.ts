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
  /** Starts to deliver what is due. Resolves once it has begun. */
  start(): Promise<void>
  /** Looks for due deliveries now. If this process does not deliver, wakes the workers of other processes. */
  wake(): void
  /**
   * Delivers now what is outstanding for a sale, even if it is parked or not yet due, and returns the outcome. Joins a
   * running attempt if that one covers the current state. If nothing is outstanding, returns success. If the sale is
   * held, delivers nothing, and the outcome says so.
   */
  runNow(target: DeliveryTarget, sessionId: string): Promise<DeliveryOutcome>
  /** Gives running deliveries time to finish, then releases their leases. */
  stop(): Promise<void>
}

type Options = Pick<WorkerOptions, 'db' | 'log'> &
  Partial<WorkerOptions> & {
    /** The interval between two polls. */
    pollMs?: number
    /** Other processes handle the targets that have no handler here. */
    handlers: Partial<Record<DeliveryTarget, DeliveryHandler>>
    /** Wakes the workers of other processes. */
    wakeOthers?: () => void
  }

/** Together with the poll interval, this lets other workers claim the deliveries of a dead worker within 30 seconds. */
const LEASE_MS = 28_000
const FORGET_REST_MS = 600_000
const ELSEWHERE: DeliveryOutcome = failed({ retry: 'later', message: 'Another process is delivering this.' })

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
 * Lets every worker that has room start what is due. Returns the milliseconds until more falls due for these workers.
 * For the others, the end of an attempt wakes the loop.
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
