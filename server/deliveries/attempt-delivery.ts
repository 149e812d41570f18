import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { MAX_RETRY_AFTER_MS, retryDelayMs } from '../jobs/backoff.ts'
import { loggedError } from '../log.ts'
import type { Delivery, Receiving } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { closeReceiver, restReceiver } from './receivers.queries.ts'
import { type Attempt, markDelivered, park, postpone } from './states.queries.ts'

export type AttemptOptions = {
  db: Db
  log: FastifyBaseLogger
  /** How long one attempt may take. */
  attemptMs: number
  random: () => number
}

type Given = AttemptOptions & { handler: DeliveryHandler; receiving: Receiving; cutOff: AbortSignal }
type Failure = Extract<DeliveryOutcome, { ok: false }>

/** How long a receiver that is overloaded is left alone, when it does not say itself. */
const REST_MS = 10_000

/**
 * Tells the receiver of one claimed delivery, and records in the ledger what came of it: delivered, to be tried again,
 * or parked. Ends unsuccessfully when the attempt takes too long or is cut off; rejects only when it cannot record.
 */
export async function attemptDelivery(delivery: Delivery, given: Given): Promise<DeliveryOutcome> {
  const { db, log } = given
  // The embedded database and the sandbox CRM answer within one turn, and phones need one of their own.
  await turn()
  const startedAt = performance.now()
  const outcome = await deliver(delivery, given)
  const durationMs = performance.now() - startedAt
  const status = outcome.status ?? null
  if (outcome.ok) {
    log.info({ ...traceOf(delivery), durationMs: Math.round(durationMs) }, 'Delivered')
    await markDelivered(db, delivery, { ok: true, status, message: null, durationMs })
  } else {
    const attempt = { ok: false, status, message: outcome.message, durationMs }
    await recordFailure(delivery, outcome, attempt, given)
  }
  return outcome
}

async function deliver(
  delivery: Delivery,
  { handler, attemptMs, cutOff, log }: Given,
): Promise<DeliveryOutcome> {
  const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), cutOff])
  try {
    return await Promise.race([handler.deliver(delivery, signal), overrun(signal)])
  } catch (error) {
    log.error({ ...traceOf(delivery), error: loggedError(error) }, 'Deliveries crashed')
    return { ok: false, retry: 'later', message: 'The delivery failed on our side.' }
  }
}

async function recordFailure(delivery: Delivery, failure: Failure, attempt: Attempt, given: Given) {
  const { db, log, receiving } = given
  // The receiver comes first: if we die in between, nothing more is sent to it.
  if (failure.receiver === 'closed') await closeReceiver(db, receiving, failure.message)
  if (failure.receiver === 'rests') await restReceiver(db, receiving, restMsOf(failure), failure.message)
  const delayMs = delayOf(delivery, failure, given)
  log.warn({ ...traceOf(delivery), reason: failure.message, delayMs }, 'A delivery failed')
  if (delayMs === undefined) await park(db, delivery, attempt)
  else await postpone(db, delivery, attempt, delayMs)
}

/**
 * When to try again, if at all. What a closed receiver would not take is as good as untried, and first in line when it
 * is open again.
 */
function delayOf(
  delivery: Delivery,
  { retry, receiver, retryAfterMs }: Failure,
  { handler, random }: Given,
): number | undefined {
  if (receiver === 'closed') return 0
  if (retry === 'never') return undefined
  return retryDelayMs(handler.backoff, delivery.attempts + 1, random(), retryAfterMs)
}

/** By what an attempt is found in the log. */
const traceOf = ({ target, session_id, request_id }: Delivery) => ({
  target,
  sessionId: session_id,
  requestId: request_id,
})

const restMsOf = ({ retryAfterMs = 0 }: Failure) => Math.min(retryAfterMs || REST_MS, MAX_RETRY_AFTER_MS)

function overrun(signal: AbortSignal): Promise<DeliveryOutcome> {
  return new Promise((resolve) => {
    const message = 'There was no answer in time.'
    signal.addEventListener('abort', () => resolve({ ok: false, retry: 'later', message }), { once: true })
  })
}
