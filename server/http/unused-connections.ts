import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * When the server closes, ends the connections that never carried a request. Browsers and proxies open some in advance,
 * and Node would wait for them as if a request were on its way.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  app.addHook('preClose', async () => {
    // Read the bytes that have already arrived first.
    await nextTurn()
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
  })
}
