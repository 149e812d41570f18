import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { DEVICE_HEADER, DEVICE_PARAMETER } from '#protocol/call-headers.ts'
import { isLoopback } from '../loopback.ts'
import { problemOf, sendProblem } from '../problem.ts'
import { CALL_KINDS, type CallKind, kindOf, LIMITS } from './limits.ts'

const WINDOW_MS = 60_000
const DEVICE = /^[\w-]{8,64}$/

type Limiter = {
  labels: { kind: CallKind; by: 'device' | 'address' }
  check: ReturnType<FastifyInstance['createRateLimit']>
}

/**
 * Refuses calls beyond the limits of a device or an address with 429 and `Retry-After`. Phones keep refused calls and
 * retry. Loopback has no limit per address, because it may be a proxy that does not name its clients. Counts refusals
 * in `register`.
 */
export function limitCalls(app: FastifyInstance, register: Registry): void {
  const refused = new Counter({
    name: 'doorstep_limited_calls_total',
    help: 'Calls refused as too many, by kind, and by whose limit.',
    labelNames: ['kind', 'by'],
    registers: [register],
  })
  app.register(rateLimit, { global: false })
  app.after(() => {
    const limiters = createLimiters(app)
    for (const { labels } of limiters) refused.inc(labels, 0)
    app.addHook('onRequest', async (request, reply) => {
      const kind = kindOf(request)
      for (const { labels, check } of limiters) {
        if (labels.kind !== kind) continue
        const verdict = await check(request)
        if (verdict.isAllowed || !verdict.isExceeded) continue
        refused.inc(labels)
        return refuse(reply, verdict.ttlInSeconds)
      }
    })
  })
}

const createLimiters = (app: FastifyInstance): Limiter[] =>
  CALL_KINDS.flatMap((kind) => [
    {
      labels: { kind, by: 'device' },
      check: app.createRateLimit({
        max: LIMITS[kind].device,
        timeWindow: WINDOW_MS,
        keyGenerator: (request) => deviceOf(request) ?? '',
        allowList: (request) => deviceOf(request) === undefined,
      }),
    },
    {
      labels: { kind, by: 'address' },
      check: app.createRateLimit({
        max: LIMITS[kind].address,
        timeWindow: WINDOW_MS,
        allowList: (request) => isLoopback(request.ip),
      }),
    },
  ])

/** Returns the app's own name for itself, which is new at every page load. Other clients need not send one. */
function deviceOf({ headers, query }: FastifyRequest): string | undefined {
  const named = headers[DEVICE_HEADER] ?? (query as Record<string, unknown>)[DEVICE_PARAMETER]
  return typeof named === 'string' && DEVICE.test(named) ? named : undefined
}

const refuse = (reply: FastifyReply, seconds: number) =>
  sendProblem(reply.header('retry-after', String(seconds)), problemOf('too-many-calls'))
