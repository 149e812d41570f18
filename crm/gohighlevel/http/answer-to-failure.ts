import { z } from 'zod'
import { parseJson } from '#domain/kernel/parse-json.ts'
import type { CrmFailure, CrmFailureCode } from '../../port.ts'
import { limitsOf } from './limits.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What GoHighLevel says of a refusal, as far as it can be read. */
const refusal = z.object({
  message: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(', '))]).catch(''),
  code: z.string().optional().catch(undefined),
  meta: z
    .object({ existingId: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
type Refusal = z.infer<typeof refusal>

/** A failure, and with a duplicate the id of the one that GoHighLevel holds already. */
export type Refused = { ok: false; failure: CrmFailure; existingId?: string }

/** Why an answer to such a body other than the expected JSON is a failure, in GoHighLevel's own words. */
export function refusedBy(response: Response, text: string, token: string, body: unknown): Refused {
  const { status } = response
  const said = refusal.safeParse(parseAnswer(text)).data
  const message =
    withoutSecrets(said?.message ?? '', token, body) ||
    `GoHighLevel answered ${status} without an explanation.`
  const failure = { ...classify(response, said), message, status }
  return { ok: false, failure, ...(said?.meta?.existingId ? { existingId: said.meta.existingId } : {}) }
}

type Class = Pick<CrmFailure, 'code' | 'retry' | 'retryAfterMs'>

const later = (code: CrmFailureCode): Class => ({ code, retry: 'later' })
const never = (code: CrmFailureCode): Class => ({ code, retry: 'never' })

/** What somebody has to set right in the settings heals for every call at once, so those are tried later. */
function classify(response: Response, said: Refusal | undefined): Class {
  const { status } = response
  const words = said?.message ?? ''
  if (status === 401) return classifyUnauthorized(words)
  if (status === 403) return later('location')
  if (status === 429) return classifyTooMany(response)
  if (status === 408) return later('timeout')
  // Without JSON it is not GoHighLevel that refuses, but something before it.
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
  // For how long is for the budget of calls to say, which rests with this answer.
  if (dailyRemaining === 0) return later('daily-limit')
  return { ...later('rate-limited'), ...(intervalMs === null ? {} : { retryAfterMs: intervalMs }) }
}

/**
 * Whether a call that gave nothing but an id or an email was refused because there is no such record: nothing else can
 * be wrong.
 */
export const saysThereIsNone = ({ code, status, retry }: CrmFailure) =>
  retry === 'never' && (code === 'not-found' || status === 400 || status === 422)

/** Why there was no answer at all. */
export function refusedWithoutAnswer(error: unknown): Refused {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError')
    return unanswered('timeout', 'GoHighLevel did not answer in time.')
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const detail = typeof cause?.code === 'string' ? ` (${cause.code})` : ''
  return unanswered('network', `GoHighLevel could not be reached${detail}.`)
}

const unanswered = (code: CrmFailureCode, message: string): Refused => ({
  ok: false,
  failure: { ...later(code), message, status: null },
})

/** A failure of an answer that is fine as HTTP, but not what the documents promise. */
export const unreadable = (what: string): Refused =>
  unanswered('upstream', `GoHighLevel's answer holds no ${what}.`)

/** The value of a JSON text, its strings limited to what a database can store; undefined if it is not JSON. */
export const parseAnswer = (text: string): unknown =>
  parseJson(text, (_key, value) => (typeof value === 'string' ? withoutBrokenCharacters(value) : value))

/** One contact with a NUL or half an emoji must not stop the pull of all the others. */
const withoutBrokenCharacters = (text: string) => text.replaceAll('\0', '').toWellFormed()
