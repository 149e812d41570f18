import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#domain/access/permissions.ts'
import { sendProblem } from '../http/problem.ts'
import type { Caller } from './caller.ts'
import type { Callers } from './callers.ts'
import { problemOfCaller } from './permit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; only where a hook of `admit` ran. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** What a call of the route needs, if not the same as the routes beside it. */
    needs?: Permission
  }
}

/** What calls of some routes need: those that read, and those that change something. */
export type Needs = Permission | { read: Permission; write: Permission }

/** What routes need to admit calls. */
export type Admitting = { callers: Pick<Callers, 'admit' | 'credentialsOf'> }

/**
 * Returns a hook for `onRequest` that admits calls by who makes them (docs/product 26.3), and notes that as `caller`. A route
 * may need something else, by its `config.needs`. If `inQuery` is set, the parameter `apikey` counts too, for clients that
 * cannot set headers.
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
