import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whose secret a cookie carries. */
export type CookieOf = 'sign-in' | 'phone'

/** The longest that browsers keep a cookie. A phone renews its own. */
const PHONE_SECONDS = 400 * 24 * 3_600

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
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(config) } as const
  if (secret === undefined) reply.clearCookie(nameOf(config, of), attributes)
  else
    reply.setCookie(nameOf(config, of), secret, {
      ...attributes,
      ...(of === 'phone' && { maxAge: PHONE_SECONDS }),
    })
}
