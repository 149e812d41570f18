import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { CHANGES_PATH, HEARTBEAT_MS } from '#protocol/changes.ts'
import type { Context } from '../context.ts'
import { OpenConnections } from '../http/open-connections.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { admit } from '../identity/admit.ts'
import { followedOwner } from '../identity/caller.ts'
import { endUnadmitted } from '../identity/end-unadmitted.ts'
import { beat, endStream, type Stream, streamChanges } from './change-stream.ts'

export const MAX_STREAMS = { total: 5_000, perAddress: 1_000 }

/** Long enough for several heartbeats. */
const STALLED_MS = 60_000

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // The socket closes with its stream, so that a shutdown is quick.
  connection: 'close',
  'x-accel-buffering': 'no',
}

/** Serves the change stream (docs/product 7.11). The change feed must be started first. */
export const liveRoutes =
  (context: Context, max = MAX_STREAMS): FastifyPluginCallback =>
  (app, _options, done) => {
    const streams = new OpenConnections<Stream>(max)
    const beatAll = () => {
      for (const stream of streams) beat(stream, context.changeFeed)
    }
    const heart = setInterval(beatAll, HEARTBEAT_MS)
    const stopWatching = endUnadmitted(context.callers, 'read-leads', streams, endStream)
    app.addHook('preClose', async () => {
      clearInterval(heart)
      stopWatching()
      for (const stream of streams) endStream(stream)
    })

    app.get(
      CHANGES_PATH,
      { exposeHeadRoute: false, onRequest: admit(context, 'read-leads', { inQuery: true }) },
      (request, reply) => {
        const area = areaOf(request)
        if (area?.includes('\0')) return void sendProblem(reply, problemOf('22P05'))
        if (!streams.hasRoom(request.ip)) return void sendProblem(reply, problemOf('too-many-streams'))
        const response = reply.hijack().raw
        const stream = {
          response,
          lastEventId: lastEventIdOf(request),
          scope: { area, onlyOf: followedOwner(request.caller) },
          credentials: context.callers.credentialsOf(request, true),
        }
        streams.add(stream, request.ip, response)
        response.setTimeout(STALLED_MS, () => response.destroy())
        // The stream ends with its connection, so it needs no chunks, which take a third of the time to send an event.
        response.removeHeader('transfer-encoding')
        response.writeHead(200, reply.headers(STREAM_HEADERS).getHeaders() as OutgoingHttpHeaders)
        streamChanges(context, stream).catch((error) => {
          if (!response.destroyed) request.log.error({ err: error }, 'change stream failed')
          response.destroy()
        })
      },
    )
    done()
  }

/** Returns the area whose changes the client wants, or undefined for all. */
function areaOf({ query }: FastifyRequest): string | undefined {
  const { area } = query as { area?: string | string[] }
  return area === undefined ? undefined : String(area)
}

/** Returns the cursor. The header takes precedence: a browser reconnects to its first address and adds the header. */
function lastEventIdOf({ headers, query }: FastifyRequest): string | undefined {
  const { since } = query as { since?: string | string[] }
  return String(headers['last-event-id'] || since || '') || undefined
}
