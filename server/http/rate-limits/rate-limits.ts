import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_HEADER, DEVICE_PARAMETER } from '#protocol/call-headers.ts'
import type { MetricSource } from '../../monitoring/exposition.ts'
import { isLoopback } from '../loopback.ts'
import { problemOf, sendProblem } from '../problem.ts'
import { CALL_KINDS, type CallKind, kindOf, LIMITS } from './limits.ts'

const WINDOW_MS = 60_000
const DEVICE = /^[\w-]{8,64}$/

type By = 'device' | 'address'
type Limiter = {
  labels: { kind: CallKind; by: By }
  check: ReturnType<FastifyInstance['createRateLimit']>
  refused: number
}

/**
 * Refuses what one device or one address asks for too often, with the moment from which it may ask again. Nothing is
 * lost by that: phones keep what was refused so. What comes straight from this machine is not counted by its address,
 * which would be that of a proxy that does not say for whom it asks.
 */
export function limitCalls(app: FastifyInstance): MetricSource {
  let limiters: Limiter[] = []
  app.register(rateLimit, { global: false })
  app.after(() => {
    limiters = createLimiters(app)
    app.addHook('onRequest', async (request, reply) => {
      const kind = kindOf(request)
      for (const limiter of limiters) {
        if (limiter.labels.kind !== kind) continue
        const verdict = await limiter.check(request)
        if (verdict.isAllowed || !verdict.isExceeded) continue
        limiter.refused += 1
        return refuse(reply, verdict.ttlInSeconds)
      }
    })
  })

  return {
    families: () => [
      {
        name: 'doorstep_limited_calls_total',
        type: 'counter',
        help: 'Calls refused as too many, by kind, and by whose limit.',
        samples: limiters.map(({ labels, refused: value }) => ({ labels, value })),
      },
    ],
  }
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
      refused: 0,
    },
    {
      labels: { kind, by: 'address' },
      check: app.createRateLimit({
        max: LIMITS[kind].address,
        timeWindow: WINDOW_MS,
        allowList: (request) => isLoopback(request.ip),
      }),
      refused: 0,
    },
  ])

/** The opening of the app that calls; other clients need not name themselves. */
function deviceOf({ headers, query }: FastifyRequest): string | undefined {
  const named = headers[DEVICE_HEADER] ?? (query as Record<string, unknown>)[DEVICE_PARAMETER]
  return typeof named === 'string' && DEVICE.test(named) ? named : undefined
}

const refuse = (reply: FastifyReply, seconds: number) =>
  sendProblem(reply.header('retry-after', String(seconds)), problemOf('too-many-calls'))
