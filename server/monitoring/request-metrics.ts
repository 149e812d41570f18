import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { CHANGES_PATH, SOCKET_PATH } from '#protocol/changes.ts'

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Registers a histogram of requests, and returns the hook for `onResponse` that fills it. Labels contain the pattern of
 * the route, never the address itself, which contains ids.
 */
export function observeRequests(register: Registry) {
  const durations = new Histogram({
    name: 'doorstep_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [register],
  })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const route = routeOf(request)
    // A stream or a socket stays open while the app is open, so its duration is not a latency.
    if ([CHANGES_PATH, SOCKET_PATH].includes(route) && reply.statusCode === 200) return
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  }
}

/** Returns the pattern of the route. Each file of the app has its own route, so these count by file type. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url = 'none' } = routeOptions
  const [extension] = /\.\w+$/.exec(url) ?? []
  return extension === undefined ? url : `*${extension}`
}
