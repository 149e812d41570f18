import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHANGES_PATH } from '#protocol/changes.ts'
import type { Family, MetricSource } from './exposition.ts'

/** How the requests of this process went, by route and status. */
export type RequestMetrics = MetricSource & { observe(request: FastifyRequest, reply: FastifyReply): void }

type Series = { labels: { method: string; route: string; status: string }; buckets: number[]; sum: number }

/** Upper bounds in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY]

/** Counts from zero; the addresses themselves, in which there are ids, are never kept. */
export function createRequestMetrics(): RequestMetrics {
  const series = new Map<string, Series>()

  return {
    observe(request, reply) {
      const route = routeOf(request)
      const { method } = request
      const status = String(reply.statusCode)
      // A stream is as long as somebody looks: that is no latency.
      if (route === CHANGES_PATH && reply.statusCode === 200) return
      const key = `${method} ${route} ${status}`
      const found = series.get(key) ?? {
        labels: { method, route, status },
        buckets: BOUNDS.map(() => 0),
        sum: 0,
      }
      series.set(key, found)
      const seconds = reply.elapsedTime / 1000
      found.sum += seconds
      for (const [index, bound] of BOUNDS.entries())
        if (seconds <= bound) found.buckets[index] = (found.buckets[index] ?? 0) + 1
    },
    families: () => [
      {
        name: 'doorstep_http_request_duration_seconds',
        type: 'histogram',
        help: 'Requests by route, and how long their answers took.',
        samples: [...series.values()].flatMap(seriesToSamples),
      },
    ],
  }
}

const seriesToSamples = ({ labels, buckets, sum }: Series): Family['samples'] => [
  ...BOUNDS.map((bound, index) => ({
    suffix: '_bucket' as const,
    labels: { ...labels, le: Number.isFinite(bound) ? String(bound) : '+Inf' },
    value: buckets[index] ?? 0,
  })),
  { suffix: '_sum', labels, value: sum },
  { suffix: '_count', labels, value: buckets.at(-1) ?? 0 },
]

/** The pattern of the route; the files of the app, of which each has its own, by their kind. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url = 'none' } = routeOptions
  const [kind] = /\.\w+$/.exec(url) ?? []
  return kind === undefined ? url : `*${kind}`
}
