import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whose secret a cookie carries; that of a journey is back from the company's accounts within minutes. */
export type CookieOf = 'sign-in' | 'phone' | 'journey'

/** The longest that browsers keep a cookie. A phone renews its own. */
const PHONE_SECONDS = 400 * 24 * 3_600
const JOURNEY_SECONDS = 600
const MAX_AGE = { phone: PHONE_SECONDS, journey: JOURNEY_SECONDS, 'sign-in': undefined }

type Served = Pick<Config, 'publicUrl'>

const isSecure = ({ publicUrl }: Served) => publicUrl?.startsWith('https:') ?? false

/** With the prefix, no neighbour under the same domain can set it, and it needs https. */
const nameOf = (config: Served, of: CookieOf) => `${isSecure(config) ? '__Host-' : ''}doorstep-${of}`

/** Returns the secret in a cookie; undefined without one. */
export const readCookie = (config: Served, request: FastifyRequest, of: CookieOf): string | undefined =>
  request.cookies?.[nameOf(config, of)]

/**
 * Sends the browser a secret that no script can read and no other site can use; `undefined` takes it away. A sign-in ends
 * with the browser.
 */
export function sendCookie(
  config: Served,
  reply: FastifyReply,
  of: CookieOf,
  secret: string | undefined,
): void {
  // The browser comes back from another site, with which it sends no strict cookie.
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
