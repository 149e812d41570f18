import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { HEARTBEAT_MS, SOCKET_PATH } from '#protocol/changes.ts'
import type { Context } from '../context.ts'
import { OpenConnections } from '../http/open-connections.ts'
import { refuseOtherOrigins } from '../http/other-origins.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { admit } from '../identity/admit.ts'
import { followedOwner } from '../identity/caller.ts'
import { endUnadmitted } from '../identity/end-unadmitted.ts'
import { Audiences } from './audiences.ts'
import { VERSIONS, type Version } from './frames.ts'
import { CLOSE_TIMEOUT_MS, MAX_FRAME_BYTES, MAX_SOCKETS } from './limits.ts'
import { CUTS, type Cut, RealtimeSocket } from './realtime-socket.ts'

/** Close codes from the registry of RFC 6455. */
const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
const SERVICE_RESTART = 1012

const BROADCAST_PATHS = ['/realtime/v1/api/broadcast', '/realtime/v1/api/broadcast/:topic/events/:event']

/**
 * Returns true if a request asks for one of our sockets. We ignore any other upgrade, as HTTP allows, because some
 * clients offer HTTP/2 with every request.
 */
export const isSocketRequest = ({ headers, url = '' }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === SOCKET_PATH

/** Serves the changes as the official client follows them (docs/product 7.12). The metrics go into `register`. */
export const realtimeRoutes =
  (context: Context, register: Registry, max = MAX_SOCKETS): FastifyPluginAsync =>
  async (app) => {
    const audiences = new Audiences()
    const sockets = new OpenConnections<RealtimeSocket>(max)
    const cuts = addMetrics(register, sockets)
    const closeAll = (code: number, reason: string) => {
      for (const socket of sockets) socket.close(code, reason)
    }
    context.changeFeed.follow({
      receive: (changes) => audiences.publish(changes),
      startOver: () => closeAll(SERVICE_RESTART, 'Changes were lost: read the lists again.'),
    })
    const heart = setInterval(() => {
      for (const socket of sockets) socket.beat()
    }, HEARTBEAT_MS)
    const stopWatching = endUnadmitted(context.callers, 'read-leads', sockets, (socket) =>
      socket.close(POLICY_VIOLATION, 'You may no longer follow changes.'),
    )
    app.addHook('preClose', async () => {
      clearInterval(heart)
      stopWatching()
      closeAll(GOING_AWAY, 'The server is restarting.')
    })
    // `ws` itself closes a socket with the code of its error, such as 1009 for a frame that is too large.
    await app.register(websocket, { options: SOCKET_OPTIONS, errorHandler: () => {} })
    // Node does not read a connection after its upgrade, so a refused one would stay open for ever.
    app.addHook('onResponse', async ({ raw }) => {
      if (isSocketRequest(raw)) raw.socket.destroy()
    })

    const hasRoom = async ({ ip }: FastifyRequest, reply: FastifyReply) => {
      if (!sockets.hasRoom(ip)) await sendProblem(reply, problemOf('too-many-streams'))
    }
    const onRequest = [
      refuseOtherOrigins(context.config),
      admit(context, 'read-leads', { inQuery: true }),
      checkParameters,
      hasRoom,
    ]
    app.get(SOCKET_PATH, { websocket: true, onRequest }, (socket, request) => {
      const { vsn, area } = request.query as Parameters
      const onCut = (cut: Cut) => cuts.inc({ why: cut })
      const connection = request.raw.socket
      const credentials = context.callers.credentialsOf(request, true)
      // Some versions of the client send the key itself as their token.
      const isKey = (token: unknown) => credentials.keys.some((key) => key === token)
      const scope = { area, onlyOf: followedOwner(request.caller) }
      const options = { version: vsn ?? '1.0.0', scope, credentials, audiences, isKey, connection, onCut }
      sockets.add(new RealtimeSocket(socket, options), request.ip, socket)
    })
    for (const path of BROADCAST_PATHS)
      app.post(path, { onRequest: admit(context, 'read-leads') }, (_request, reply) =>
        sendProblem(reply, problemOf('no-broadcast')),
      )
  }

const SOCKET_OPTIONS = {
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  // A client that reads nothing must not fill the memory with pongs.
  autoPong: false,
  closeTimeout: CLOSE_TIMEOUT_MS,
}

type Parameters = { vsn?: Version; area?: string }

/** Refuses wrong parameters. As in the original, a client that does not name the version speaks the older one. */
async function checkParameters({ query }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { vsn, area } = query as Record<string, unknown>
  if (vsn !== undefined && !VERSIONS.some((known) => known === vsn))
    return void (await sendProblem(reply, problemOf('bad-request', `vsn is one of ${VERSIONS.join(', ')}.`)))
  if (area === undefined || (typeof area === 'string' && !area.includes('\0'))) return
  await sendProblem(reply, problemOf('22P05'))
}

function addMetrics(register: Registry, sockets: { size: number }): Counter<'why'> {
  const registers = [register]
  new Gauge({
    name: 'doorstep_open_sockets',
    help: 'Clients that follow the changes over a WebSocket.',
    registers,
    collect() {
      this.set(sockets.size)
    },
  })
  const cuts = new Counter({
    name: 'doorstep_cut_sockets_total',
    help: 'Sockets that the server ended, by why: unread, silent, unreadable or too many messages.',
    labelNames: ['why'],
    registers,
  })
  for (const why of CUTS) cuts.inc({ why }, 0)
  return cuts
}
