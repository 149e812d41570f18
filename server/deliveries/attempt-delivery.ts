import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { failed } from '#domain/kernel/result.ts'
import type { Db } from '../db/schema.ts'
import { MAX_RETRY_AFTER_MS, retryDelayMs } from '../jobs/backoff.ts'
import { loggedError } from '../log.ts'
import type { Delivery, Receiving } from './deliveries.queries.ts'
import type { DeliveryFailure, DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { closeReceiver, restReceiver } from './receivers.queries.ts'
import { type Attempt, markDelivered, park, postpone } from './states.queries.ts'

export type AttemptOptions = {
  db: Db
  log: FastifyBaseLogger
  /** The time limit of one attempt. */
  attemptMs: number
  random: () => number
}

type Given = AttemptOptions & { handler: DeliveryHandler; receiving: Receiving; cutOff: AbortSignal }

/** The pause if a receiver is overloaded and does not say for how long. */
const DEFAULT_REST_MS = 10_000

/**
 * Makes one attempt at a leased delivery and records it as delivered, to be retried, or parked. Returns a failure if
 * the attempt times out or is cut off. Rejects only if the database fails.
 */
export async function attemptDelivery(delivery: Delivery, given: Given): Promise<DeliveryOutcome> {
  const { db, log } = given
  // The embedded database and the sandbox CRM resolve within one turn of the event loop, so let requests run in
  // between.
  await turn()
  const startedAt = performance.now()
  const outcome = await deliver(delivery, given)
  const durationMs = performance.now() - startedAt
  if (outcome.ok) {
    log.info({ ...traceOf(delivery), durationMs: Math.round(durationMs) }, 'Delivered')
    const { status = null, remark = null } = outcome.value
    await markDelivered(db, delivery, { ok: true, status, message: remark, durationMs })
  } else {
    const { status = null, message } = outcome.failure
    await recordFailure(delivery, outcome.failure, { ok: false, status, message, durationMs }, given)
  }
  return outcome
}

async function deliver(
  delivery: Delivery,
  { handler, attemptMs, cutOff, log }: Given,
): Promise<DeliveryOutcome> {
  const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), cutOff])
  try {
    return await Promise.race([handler.deliver(delivery, signal), timedOut(signal, handler)])
  } catch (error) {
    log.error({ ...traceOf(delivery), error: loggedError(error) }, 'A delivery crashed')
    return brokenOff('The delivery failed on our side.', handler)
  }
}

/** Returns a failure that leaves open what the receiver has done. */
const brokenOff = (message: string, { catchesUpMs = 0 }: DeliveryHandler): DeliveryOutcome =>
  failed({ retry: 'later', message, ...(catchesUpMs > 0 ? { retryAfterMs: catchesUpMs } : {}) })

async function recordFailure(delivery: Delivery, failure: DeliveryFailure, attempt: Attempt, given: Given) {
  const { db, log, receiving } = given
  // Record the receiver first: if the process is killed in between, nothing more is sent to it.
  if (failure.receiver === 'closed') await closeReceiver(db, receiving, failure.message)
  if (failure.receiver === 'rests') await restReceiver(db, receiving, restMsOf(failure), failure.message)
  const delayMs = delayOf(delivery, failure, given)
  log.warn({ ...traceOf(delivery), reason: failure.message, delayMs }, 'A delivery failed')
  if (delayMs === undefined) await park(db, delivery, attempt)
  else await postpone(db, delivery, attempt, delayMs)
}

/**
 * Returns in how many milliseconds to retry, or undefined to give up. If the receiver is closed, the delivery stays
 * first in the queue until the receiver opens again.
 */
function delayOf(
  delivery: Delivery,
  { retry, receiver, retryAfterMs }: DeliveryFailure,
  { handler, random }: Given,
): number | undefined {
  if (receiver === 'closed') return 0
  if (retry === 'never') return undefined
  return retryDelayMs(handler.backoff, delivery.attempts + 1, random(), retryAfterMs)
}

/** Returns the fields that identify the attempt in the log. */
const traceOf = ({ target, session_id, request_id }: Delivery) => ({
  target,
  sessionId: session_id,
  requestId: request_id,
})

const restMsOf = ({ retryAfterMs = 0 }: DeliveryFailure) =>
  Math.min(retryAfterMs || DEFAULT_REST_MS, MAX_RETRY_AFTER_MS)

function timedOut(signal: AbortSignal, handler: DeliveryHandler): Promise<DeliveryOutcome> {
  const outcome = brokenOff('There was no response in time.', handler)
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(outcome), { once: true })
  })
}
