import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { loggedError } from '../log.ts'
import { LONGEST_RETRY_AFTER_MS, retryDelayMs } from './backoff.ts'
import {
  type Attempt,
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
import type { DeliveryHandler, DeliveryOutcome } from './deliveries.ts'
import { closeReceiver, restReceiver } from './receivers.queries.ts'

/** The worker of one target: what fails or hangs there holds up no other. */
export type Worker = {
  /** From now on it works when it is woken. */
  start(): void
  wake(): void
  runNow(sessionId: string): Promise<DeliveryOutcome>
  stop(): Promise<void>
}

export type WorkerOptions = {
  db: Db
  log: FastifyBaseLogger
  /** How many sales are delivered at once. */
  concurrency: number
  /** Whether phones wait for the database at this moment: then it has less to deliver. */
  phonesWait: () => boolean
  /** How long a claim holds; longer than an attempt, so that a claim that ran out means a dead worker. */
  leaseMs: number
  attemptMs: number
  /** How long `stop` waits for running attempts. */
  drainMs: number
  random: () => number
}

type Failure = Extract<DeliveryOutcome, { ok: false }>

const STOPPING: DeliveryOutcome = { ok: false, retry: 'later', message: 'The server is stopping.' }
const GONE: DeliveryOutcome = { ok: false, retry: 'never', message: 'It is not here any more.' }
const ELSEWHERE_POLL_MS = 100
/** How many sales are begun to be delivered beside phones that wait: a receiver elsewhere is not kept idle by them. */
const WHILE_PHONES_WAIT = 2
/** How long a receiver that is overloaded is left alone, when it does not say itself. */
const REST_MS = 10_000

/** Works off one target when it is woken, or when somebody asks for a sale now. */
export function createWorker(
  target: DeliveryTarget,
  handler: DeliveryHandler,
  { db, log, concurrency, phonesWait, leaseMs, attemptMs, drainMs, random }: WorkerOptions,
): Worker {
  const receiving = { target, receiver: handler.receiver ?? target }
  const attempts = new Map<number, { delivery: Delivery; outcome: Promise<DeliveryOutcome> }>()
  const cutOff = new AbortController()
  let woken = false
  let claiming: Promise<void> | undefined
  let started = false
  let stopping = false

  function wake() {
    if (!started || stopping || handler.receiver === null) return
    woken = true
    claiming ??= claimWhileWoken().finally(() => {
      claiming = undefined
      if (woken) wake()
    })
  }

  async function claimWhileWoken() {
    while (woken && !stopping) {
      woken = false
      const most = phonesWait() ? Math.min(WHILE_PHONES_WAIT, concurrency) : concurrency
      const free = most - attempts.size
      if (free <= 0) return
      try {
        for (const delivery of await claimDue(db, receiving, free, leaseMs)) attempt(delivery).catch(logCrash)
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
    // The embedded database and the sandbox CRM answer within one turn, and phones need one of their own.
    await turn()
    const startedAt = performance.now()
    const outcome = await deliver(delivery)
    const durationMs = performance.now() - startedAt
    const status = outcome.status ?? null
    if (outcome.ok) {
      log.info({ ...traceOf(delivery), durationMs: Math.round(durationMs) }, 'Delivered')
      await markDelivered(db, delivery, { ok: true, status, message: null, durationMs })
    } else await recordFailure(delivery, outcome, { ok: false, status, message: outcome.message, durationMs })
    return outcome
  }

  async function deliver(delivery: Delivery): Promise<DeliveryOutcome> {
    const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), cutOff.signal])
    try {
      return await Promise.race([handler.deliver(delivery, signal), overrun(signal)])
    } catch (error) {
      logCrash(error, delivery)
      return { ok: false, retry: 'later', message: 'The delivery failed on our side.' }
    }
  }

  async function recordFailure(delivery: Delivery, failure: Failure, attempt: Attempt) {
    // The receiver comes first: if we die in between, nothing more is sent to it.
    if (failure.receiver === 'closed') await closeReceiver(db, receiving, failure.message)
    if (failure.receiver === 'rests') await restReceiver(db, receiving, restMsOf(failure), failure.message)
    const delayMs = delayOf(delivery, failure)
    log.warn({ ...traceOf(delivery), reason: failure.message, delayMs }, 'A delivery failed')
    if (delayMs === undefined) await park(db, delivery, attempt)
    else await postpone(db, delivery, attempt, delayMs)
  }

  /** What a closed receiver would not take is as good as untried, and first in line when it is open again. */
  function delayOf(delivery: Delivery, { retry, receiver, retryAfterMs }: Failure): number | undefined {
    if (receiver === 'closed') return 0
    if (retry === 'never') return undefined
    return retryDelayMs(handler.backoff, delivery.attempts + 1, random(), retryAfterMs)
  }

  async function runNow(sessionId: string): Promise<DeliveryOutcome> {
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
      const delivered = await isDelivered(db, outstanding)
      if (delivered === undefined) return GONE
      if (delivered) return { ok: true }
      await delay(ELSEWHERE_POLL_MS)
    }
    return STOPPING
  }

  function logCrash(error: unknown, delivery?: Delivery) {
    log.error({ ...(delivery && traceOf(delivery)), error: loggedError(error) }, 'Deliveries crashed')
  }

  async function stop() {
    stopping = true
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
      started = true
      wake()
    },
    wake,
    runNow,
    stop,
  }
}

/** By what an attempt is found in the log. */
const traceOf = ({ target, session_id, request_id }: Delivery) => ({
  target,
  sessionId: session_id,
  requestId: request_id,
})

const restMsOf = ({ retryAfterMs = 0 }: Failure) => Math.min(retryAfterMs || REST_MS, LONGEST_RETRY_AFTER_MS)

function overrun(signal: AbortSignal): Promise<DeliveryOutcome> {
  return new Promise((resolve) => {
    const message = 'There was no answer in time.'
    signal.addEventListener('abort', () => resolve({ ok: false, retry: 'later', message }), { once: true })
  })
}
