import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#domain/access/permissions.ts'
import { sendProblem } from '../http/problem.ts'
import type { Caller } from './caller.ts'
import type { Callers } from './callers.ts'
import { problemOfCaller } from './permit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Only set if a hook of `admit` ran. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The permission that the route needs, if it differs from that of its plugin. */
    needs?: Permission
  }
}

/** The permissions that some routes need, for calls that read and for calls that change something. */
export type Needs = Permission | { read: Permission; write: Permission }

/** The parts that routes need to admit calls. */
export type Admitting = { callers: Pick<Callers, 'admit' | 'credentialsOf'> }

/**
 * Returns a hook for `onRequest` that admits calls by their caller (docs/product 26.3), which it stores in `caller`. A
 * route may need another permission (`config.needs`). If `inQuery` is set, the parameter `apikey` counts too, for
 * clients that cannot set headers.
 */
export function admit({ callers }: Admitting, needs?: Needs, { inQuery = false } = {}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credentials = callers.credentialsOf(request, inQuery)
    const decision = await callers.admit(credentials, neededBy(request, needs))
    if (decision.ok) request.caller = decision.value
    else await sendProblem(reply, problemOfCaller(decision.failure))
  }
}

function neededBy(
  { method, routeOptions }: FastifyRequest,
  needs: Needs | undefined,
): Permission | undefined {
  const own = routeOptions.config.needs
  if (own !== undefined) return own
  if (typeof needs !== 'object') return needs
  return method === 'GET' || method === 'HEAD' ? needs.read : needs.write
}
