import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { failed, success } from '#domain/kernel/result.ts'
import { REQUEST_ID_HEADER } from '#protocol/call-headers.ts'
import type { Config } from '../config.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../deliveries/handler.ts'
import { webhookSchedule } from '../jobs/backoff.ts'
import { AddressRefused, type PostAnswer, postJson } from './post-json.ts'

const TIMEOUT_MS = 15_000

/**
 * Sends a progress report to the automation service, signed by the Standard Webhooks scheme if there is a secret
 * (docs/product 9.8). The id stays the same on every retry and replay, so that a receiver recognises repeats.
 */
export function deliverProgressJob({
  config: { webhook },
}: {
  config: Pick<Config, 'webhook'>
}): DeliveryHandler {
  const signer = webhook?.secret === undefined ? undefined : new Webhook(webhook.secret)
  return {
    backoff: webhookSchedule,
    receiver: receiverOf(webhook),
    async deliver(delivery, signal) {
      if (!webhook) return later('WEBHOOK_URL is not set.')
      const body = JSON.stringify(delivery.payload)
      try {
        const answer = await postJson({
          url: webhook.url,
          body,
          headers: webhookHeaders(signer, delivery, body),
          allowPrivate: webhook.allowPrivate,
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        })
        return answerToOutcome(answer)
      } catch (error) {
        return later(describeFailure(error))
      }
    },
  }
}

/**
 * Returns the name of the receiver in the database: a hash, because its address is a secret. Null if none is
 * configured.
 */
export const receiverOf = (webhook: Config['webhook']) =>
  webhook ? createHash('sha256').update(webhook.url).digest('hex') : null

/**
 * Returns the `webhook-id` of a report. It derives from the report, not from its row: a restore numbers the rows again,
 * yet a report that the phone repeats must keep its id. A corrected report is another message, because a receiver that
 * has processed the first one would ignore it under the same id.
 */
const messageIdOf = ({ session_id, sequence, wanted, payload }: Delivery) => {
  const { step } = payload as { step?: unknown }
  const correction = wanted > 1 ? [wanted] : []
  return `msg_${createHash('sha256')
    .update(JSON.stringify([session_id, sequence, step, ...correction]))
    .digest('hex')
    .slice(0, 32)}`
}

function webhookHeaders(
  signer: Webhook | undefined,
  delivery: Delivery,
  body: string,
): Record<string, string> {
  const id = messageIdOf(delivery)
  const now = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    ...(delivery.request_id && { [REQUEST_ID_HEADER]: delivery.request_id }),
    ...(signer ? { 'webhook-signature': signer.sign(id, now, body) } : {}),
  }
}

const later = (message: string) => failed({ retry: 'later' as const, message })

/** With these statuses, or with Retry-After, a receiver asks for fewer calls (Standard Webhooks). */
const OVERLOADED = [429, 502, 504]
const GONE = 410

function answerToOutcome({ status, retryAfter }: PostAnswer): DeliveryOutcome {
  if (status >= 200 && status < 300) return success({ status })
  const failure = { retry: 'later', message: `The receiver answered ${status}.`, status } as const
  if (status === GONE) return failed({ ...failure, receiver: 'closed' as const })
  const retryAfterMs = retryAfterToMs(retryAfter, Date.now())
  const rests = retryAfterMs > 0 || OVERLOADED.includes(status)
  return failed({ ...failure, retryAfterMs, ...(rests ? { receiver: 'rests' as const } : {}) })
}

/** Converts `Retry-After`, in seconds or as a date, to milliseconds; 0 if it is missing or invalid. */
export function retryAfterToMs(retryAfter: string | undefined, nowMs: number): number {
  if (retryAfter === undefined) return 0
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - nowMs
  return ms > 0 ? ms : 0
}

/** Returns only the kind of failure, because the error's message may hold the receiver's address, which is a secret. */
function describeFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
    return 'The receiver did not answer in time.'
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return `The receiver cannot be reached${code}.`
}
