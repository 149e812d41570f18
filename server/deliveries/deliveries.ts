import { failed } from '#domain/kernel/result.ts'
import { DELIVERY_TARGETS, type DeliveryTarget } from '#protocol/back-office.ts'
import { createLoop } from '../jobs/loop.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { forgetPayloads } from './payloads.queries.ts'
import { perTarget } from './targets.ts'
import { createWorker, type WorkerOptions } from './worker.ts'

/** The workers of the `deliveries` table, one per target. */
export type Deliveries = {
  /** Starts delivering what is due. */
  start(): void
  /** Looks for due deliveries now. If this process does not deliver, the workers of other processes are woken. */
  wake(): void
  /**
   * Delivers now what is outstanding for a sale, even if parked or not yet due, and returns the outcome. Joins a
   * running attempt if that one covers the current state. If nothing is outstanding, it counts as delivered.
   */
  runNow(target: DeliveryTarget, sessionId: string): Promise<DeliveryOutcome>
  /** Gives running deliveries time to finish, then releases their leases. */
  stop(): Promise<void>
}

type Options = Pick<WorkerOptions, 'db' | 'log'> &
  Partial<WorkerOptions> & {
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
    return handler && createWorker(target, handler, options)
  })
  const present = Object.values(workers).filter((worker) => worker !== undefined)
  const forgetting = createLoop({
    name: 'forget-payloads',
    work: (stopping) => forgetPayloads(db, stopping),
    restMs: FORGET_REST_MS,
    log,
  })
  const running = [...present, forgetting]

  let isStarted = false

  return {
    start() {
      isStarted = true
      for (const one of running) one.start()
    },
    wake() {
      if (!isStarted) wakeOthers()
      for (const worker of present) worker.wake()
    },
    runNow: async (target, sessionId) => (await workers[target]?.runNow(sessionId)) ?? ELSEWHERE,
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
