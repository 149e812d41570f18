import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import type { Backoff } from './backoff.ts'
import type { Delivery } from './deliveries.queries.ts'
import { forgetPayloads } from './forget-payloads.job.ts'
import { type Loop, startLoop } from './loop.ts'
import { createWorker, type WorkerOptions } from './worker.ts'

/**
 * What an attempt came to. `later`: try again; `never`: refused for good. `receiver` says that it is not this one
 * delivery: the receiver `rests` for the time it asks for, or is `closed` for good. `status` is that of HTTP, where
 * there was an answer. `message` holds no personal data.
 */
export type DeliveryOutcome =
  | { ok: true; status?: number | null }
  | {
      ok: false
      retry: 'later' | 'never'
      message: string
      status?: number | null
      retryAfterMs?: number
      receiver?: 'rests' | 'closed'
    }

/** How one target is delivered to. At least once: an attempt whose end was not recorded comes again. */
export type DeliveryHandler = {
  /** Heeds `signal`: after it the row may be in other hands. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>
  backoff: Backoff
  /** Who receives, where that can change; null while there is nobody, and then nothing is tried. */
  receiver?: string | null
}

/** The workers of the ledger `deliveries`, one a target. */
export type Deliveries = {
  /** Begins to work off what is due. */
  start(): void
  /** Says that a commit has added work. Cheap, and harmless at any time. */
  wake(): void
  /**
   * Delivers at once what a sale has outstanding, parked or not yet due, and tells how it fared; joins a running
   * attempt if that one covers the present state. Nothing outstanding counts as delivered.
   */
  runNow(target: DeliveryTarget, sessionId: string): Promise<DeliveryOutcome>
  /** Lets running deliveries finish for a while, then gives their leases back. */
  stop(): Promise<void>
}

type Options = Pick<WorkerOptions, 'db' | 'log'> &
  Partial<WorkerOptions> & {
    handlers: Record<DeliveryTarget, DeliveryHandler>
    /** How often to look without having been woken, for what falls due or comes from another process. */
    pollMs?: number
  }

/** With the poll, a dead worker's claim is taken over within 30 seconds. */
const LEASE_MS = 28_000
const FORGETTING = { restMs: 600_000, soonMs: 1_000 }

/** Works off the ledger; any number of processes that do so share the work. */
export function createDeliveries({ handlers, pollMs = 1_000, ...given }: Options): Deliveries {
  const options = {
    concurrency: 8,
    phonesWait: () => false,
    leaseMs: LEASE_MS,
    attemptMs: 25_000,
    drainMs: 5_000,
    random: Math.random,
    ...given,
  }
  const workers = {
    crm: createWorker('crm', handlers.crm, options),
    automation: createWorker('automation', handlers.automation, options),
  }
  let poll: NodeJS.Timeout | undefined
  let forgetting: Loop | undefined

  function wake() {
    for (const worker of Object.values(workers)) worker.wake()
  }

  return {
    start() {
      poll ??= setInterval(wake, pollMs).unref()
      forgetting ??= forgetRegularly(options)
      for (const worker of Object.values(workers)) worker.start()
    },
    wake,
    runNow: (target, sessionId) => workers[target].runNow(sessionId),
    async stop() {
      clearInterval(poll)
      await Promise.all([forgetting?.stop(), ...Object.values(workers).map((worker) => worker.stop())])
    },
  }
}

const forgetRegularly = ({ db, log }: { db: Db; log: FastifyBaseLogger }) =>
  startLoop(
    (stopping) => forgetPayloads(db, stopping),
    FORGETTING,
    (error) => log.error({ err: error }, 'Forgetting old payloads failed'),
  )
