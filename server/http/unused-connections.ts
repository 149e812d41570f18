import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Ends, when the server closes, the connections on which nothing was ever asked: browsers and proxies open some ahead of
 * what they may need. Node waits for these as for a request that is on its way, for as long as the client likes.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  app.addHook('preClose', async () => {
    // What has arrived by now is read first.
    await nextTurn()
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
  })
}
