import type { FastifyRequest } from 'fastify'
import { OPERATOR_HEADER } from '#protocol/call-headers.ts'
import type { Config } from '../config.ts'
import { bearerOf } from '../http/public-key.ts'
import { readCookie } from './cookies.ts'

/** The credentials of a call. */
export type Credentials = {
  /** The keys that it sent: the public key or a token. */
  keys: readonly string[]
  signIn?: string | undefined
  phone?: string | undefined
  operatorKey?: string | undefined
}

/**
 * Reads the credentials of a call. If `inQuery` is set, the parameter `apikey` counts too, for clients that cannot set
 * headers.
 */
export function readCredentials(
  config: Pick<Config, 'publicUrl'>,
  request: FastifyRequest,
  inQuery: boolean,
): Credentials {
  const { headers, query } = request
  const parameter = inQuery ? (query as { apikey?: unknown }).apikey : undefined
  const keys = [headers.apikey, bearerOf(request), parameter].filter((key) => typeof key === 'string')
  const operatorKey = headers[OPERATOR_HEADER]
  return {
    keys,
    signIn: readCookie(config, request, 'sign-in'),
    phone: readCookie(config, request, 'phone'),
    ...(typeof operatorKey === 'string' && { operatorKey }),
  }
}
