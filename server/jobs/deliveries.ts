import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { type Backoff, retryDelayMs } from './backoff.ts'
import {
  claimDue,
  claimNow,
  type Delivery,
  type DeliveryTarget,
  findOutstanding,
  isDelivered,
  markDelivered,
  park,
  postpone,
  releaseClaims,
} from './deliveries.queries.ts'

/** What an attempt came to. `later`: try again; `never`: refused for good. `message` holds no personal data. */
export type DeliveryOutcome =
  | { ok: true }
  | { ok: false; retry: 'later' | 'never'; message: string; retryAfterMs?: number }

/** How one target is delivered to. At least once: an attempt whose end was not recorded comes again. */
export type DeliveryHandler = {
  /** Heeds `signal`: after it the row may be in other hands. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>
  backoff: Backoff
}

/** The worker of the ledger `deliveries`. */
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

type Options = {
  db: Db
  log: FastifyBaseLogger
  handlers: Record<DeliveryTarget, DeliveryHandler>
  /** How many sales are delivered at once. */
  concurrency?: number
  /** How long a claim holds; longer than an attempt, so that a claim that ran out means a dead worker. */
  leaseMs?: number
  attemptMs?: number
  /** How often to look without having been woken, for what falls due or comes from another process. */
  pollMs?: number
  /** How long `stop` waits for running attempts. */
  drainMs?: number
  random?: () => number
}

const STOPPING: DeliveryOutcome = { ok: false, retry: 'later', message: 'The server is stopping.' }
const ELSEWHERE_POLL_MS = 100

/** A worker over the ledger; any number of them, in any number of processes, share the work. */
export function createDeliveries({
  db,
  log,
  handlers,
  concurrency = 8,
  leaseMs = 30_000,
  attemptMs = 25_000,
  pollMs = 1_000,
  drainMs = 5_000,
  random = Math.random,
}: Options): Deliveries {
  const attempts = new Map<number, { delivery: Delivery; outcome: Promise<DeliveryOutcome> }>()
  const cutOff = new AbortController()
  let poll: NodeJS.Timeout | undefined
  let woken = false
  let claiming: Promise<void> | undefined
  let stopping = false

  function wake() {
    if (!poll || stopping) return
    woken = true
    claiming ??= claimWhileWoken().finally(() => {
      claiming = undefined
      if (woken) wake()
    })
  }

  async function claimWhileWoken() {
    while (woken && !stopping) {
      woken = false
      const free = concurrency - attempts.size
      if (free <= 0) return
      try {
        for (const delivery of await claimDue(db, free, leaseMs)) attempt(delivery).catch(logCrash)
      } catch (error) {
        logCrash(error)
      }
    }
  }

  function attempt(delivery: Delivery): Promise<DeliveryOutcome> {
    const outcome = deliverAndRecord(delivery).finally(() => {
      attempts.delete(delivery.id)
      wake()
    })
    attempts.set(delivery.id, { delivery, outcome })
    return outcome
  }

  async function deliverAndRecord(delivery: Delivery): Promise<DeliveryOutcome> {
    const outcome = await deliver(delivery)
    if (outcome.ok) await markDelivered(db, delivery)
    else await recordFailure(delivery, outcome)
    return outcome
  }

  async function deliver(delivery: Delivery): Promise<DeliveryOutcome> {
    const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), cutOff.signal])
    try {
      return await Promise.race([handlers[delivery.target].deliver(delivery, signal), overrun(signal)])
    } catch (error) {
      logCrash(error)
      return { ok: false, retry: 'later', message: 'The delivery failed on our side.' }
    }
  }

  async function recordFailure(delivery: Delivery, failure: Extract<DeliveryOutcome, { ok: false }>) {
    const { target, session_id, attempts: earlier } = delivery
    const delayMs =
      failure.retry === 'never'
        ? undefined
        : retryDelayMs(handlers[target].backoff, earlier + 1, random(), failure.retryAfterMs)
    log.warn({ target, sessionId: session_id, reason: failure.message, delayMs }, 'A delivery failed')
    if (delayMs === undefined) await park(db, delivery, failure.message)
    else await postpone(db, delivery, delayMs, failure.message)
  }

  async function runNow(target: DeliveryTarget, sessionId: string): Promise<DeliveryOutcome> {
    const outstanding = await findOutstanding(db, target, sessionId)
    if (!outstanding) return { ok: true }
    while (!stopping) {
      const running = attempts.get(outstanding.id)
      if (running) {
        const outcome = await running.outcome
        if (running.delivery.wanted >= outstanding.wanted) return outcome
        continue
      }
      const claimed = await claimNow(db, outstanding, leaseMs)
      if (claimed) return attempt(claimed)
      if (await isDelivered(db, outstanding)) return { ok: true }
      await delay(ELSEWHERE_POLL_MS)
    }
    return STOPPING
  }

  /** Only the trace: an error of the embedded database carries the query's parameters with it. */
  function logCrash(error: unknown) {
    log.error({ trace: error instanceof Error ? error.stack : String(error) }, 'Deliveries crashed')
  }

  async function stop() {
    stopping = true
    clearInterval(poll)
    await claiming
    const outcomes = () => [...attempts.values()].map(({ outcome }) => outcome)
    await Promise.race([Promise.allSettled(outcomes()), delay(drainMs, undefined, { ref: false })])
    const unfinished = [...attempts.values()].map(({ delivery }) => delivery)
    await releaseClaims(db, unfinished).catch(logCrash)
    cutOff.abort()
    await Promise.allSettled(outcomes())
  }

  return {
    start() {
      poll ??= setInterval(wake, pollMs).unref()
      wake()
    },
    wake,
    runNow,
    stop,
  }
}

function overrun(signal: AbortSignal): Promise<DeliveryOutcome> {
  return new Promise((resolve) => {
    const message = 'There was no answer in time.'
    signal.addEventListener('abort', () => resolve({ ok: false, retry: 'later', message }), { once: true })
  })
}
