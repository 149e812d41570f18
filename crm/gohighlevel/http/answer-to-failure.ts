import { z } from 'zod'
import { parseJson } from '#domain/kernel/parse-json.ts'
import { failed } from '#domain/kernel/result.ts'
import type { CrmFailure, CrmFailureCode } from '../../port.ts'
import { limitsOf } from './limits.ts'
import { withoutSecrets } from './without-secrets.ts'

/** The body of a GoHighLevel error; unreadable parts are ignored. */
const refusal = z.object({
  message: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(', '))]).catch(''),
  code: z.string().optional().catch(undefined),
  meta: z
    .object({ existingId: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
type Refusal = z.infer<typeof refusal>

/** A failure. For a duplicate, `existingId` is the id of the record that already exists. */
export type GhlFailure = CrmFailure & { existingId?: string }

/** Returns the failure behind a response that is an error or not JSON, with GoHighLevel's own message. */
export function failureOf(response: Response, text: string, token: string, body: unknown): GhlFailure {
  const { status } = response
  const said = refusal.safeParse(parseAnswer(text)).data
  const message =
    withoutSecrets(said?.message ?? '', token, body) ||
    `GoHighLevel answered ${status} without an explanation.`
  const existingId = said?.meta?.existingId
  return { ...classify(response, said), message, status, ...(existingId ? { existingId } : {}) }
}

type Class = Pick<CrmFailure, 'code' | 'retry' | 'retryAfterMs'>

const later = (code: CrmFailureCode): Class => ({ code, retry: 'later' })
const never = (code: CrmFailureCode): Class => ({ code, retry: 'never' })

/** Classifies a failed response. Wrong settings break every call until they are fixed, so those calls are retried. */
function classify(response: Response, said: Refusal | undefined): Class {
  const { status } = response
  const words = said?.message ?? ''
  if (status === 401) return classifyUnauthorized(words)
  if (status === 403) return later('location')
  if (status === 429) return classifyTooMany(response)
  if (status === 408) return later('timeout')
  // A response without JSON comes from something in front of GoHighLevel.
  if (status >= 300 && status < (said ? 400 : 500)) return later('settings')
  if (status === 404 && /^Cannot [A-Z]+ \//.test(words)) return later('settings')
  if (status === 404 || status === 410 || /not found/i.test(words))
    return status < 500 ? never('not-found') : later('upstream')
  if (said?.code === 'OPPORTUNITY_NO_DUPLICATE' || /duplicate/i.test(words)) return never('conflict')
  return status >= 400 && status < 500 ? never('validation') : later('upstream')
}

function classifyUnauthorized(words: string): Class {
  if (/scope/i.test(words)) return later('scope')
  return /version header/i.test(words) ? never('validation') : later('auth')
}

const classifyTooMany = (response: Response): Class => {
  const { intervalMs, dailyRemaining } = limitsOf(response)
  // The call budget decides how long calls pause.
  if (dailyRemaining === 0) return later('daily-limit')
  return { ...later('rate-limited'), ...(intervalMs === null ? {} : { retryAfterMs: intervalMs }) }
}

/**
 * Returns whether a call failed because the record does not exist. Only for calls that contain just an id or an email,
 * because nothing else in them can be wrong.
 */
export const saysThereIsNone = ({ code, status, retry }: CrmFailure) =>
  retry === 'never' && (code === 'not-found' || status === 400 || status === 422)

/** Returns whether GoHighLevel may have carried out the call despite the failure. */
export const isUnanswered = ({ code }: CrmFailure) => ['timeout', 'network', 'upstream'].includes(code)

/** Returns the failure behind a missing response. */
export function failureWithoutAnswer(error: unknown): GhlFailure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError')
    return unanswered('timeout', 'GoHighLevel did not answer in time.')
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const detail = typeof cause?.code === 'string' ? ` (${cause.code})` : ''
  return unanswered('network', `GoHighLevel could not be reached${detail}.`)
}

const unanswered = (code: CrmFailureCode, message: string): GhlFailure => ({
  ...later(code),
  message,
  status: null,
})

/** Returns the failure behind a successful response that lacks what the API documents. */
export const unreadable = (what: string) =>
  failed(unanswered('upstream', `GoHighLevel's response contains no ${what}.`))

/** Returns the value of a JSON text, limited to strings that a database can store; undefined if it is not JSON. */
export const parseAnswer = (text: string): unknown =>
  parseJson(text, (_key, value) => (typeof value === 'string' ? withoutBrokenCharacters(value) : value))

/** Removes NULs and replaces halves of emojis: one contact that contains them must not stop the whole pull. */
const withoutBrokenCharacters = (text: string) => text.replaceAll('\0', '').toWellFormed()
