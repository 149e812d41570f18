import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The kind of a cookie's secret. The secret of a journey is used within minutes, when the browser returns from the
 * company's accounts.
 */
export type CookieOf = 'sign-in' | 'phone' | 'journey'

/** The longest that browsers keep a cookie. A phone renews its cookie. */
const PHONE_SECONDS = 400 * 24 * 3_600
const JOURNEY_SECONDS = 600
const MAX_AGE = { phone: PHONE_SECONDS, journey: JOURNEY_SECONDS, 'sign-in': undefined }

type Served = Pick<Config, 'publicUrl'>

const isSecure = ({ publicUrl }: Served) => publicUrl?.startsWith('https:') ?? false

/** The prefix requires https, and keeps other sites under the same domain from setting the cookie. */
const nameOf = (config: Served, of: CookieOf) => `${isSecure(config) ? '__Host-' : ''}doorstep-${of}`

/**
 * Returns the secret in a cookie, or undefined if the request has no such cookie. If it has several of that name, the
 * last one counts: browsers send the shortest path last, and that is ours. Without https, a browser also keeps the
 * cookie of a response that was cut off before its path.
 */
export function readCookie(config: Served, request: FastifyRequest, of: CookieOf): string | undefined {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const lastFirst = cookie.split(';').reverse().join(';')
  return request.server.parseCookie(lastFirst)[nameOf(config, of)]
}

/**
 * Sends the browser a secret that no script can read and no other site can use; `undefined` removes it. The cookie of a
 * sign-in ends with the browser.
 */
export function sendCookie(
  config: Served,
  reply: FastifyReply,
  of: CookieOf,
  secret: string | undefined,
): void {
  // The browser returns from another site, and would send no strict cookie then.
  const sameSite = of === 'journey' ? 'lax' : 'strict'
  const attributes = { path: '/', httpOnly: true, sameSite, secure: isSecure(config) } as const
  const maxAge = MAX_AGE[of]
  if (secret === undefined) reply.clearCookie(nameOf(config, of), attributes)
  else
    reply.setCookie(nameOf(config, of), secret, {
      ...attributes,
      ...(maxAge !== undefined && { maxAge }),
    })
}
