import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A report that the receiver has accepted, whether or not its sender got the answer. */
export type Taken = { id: string; sessionId: string; step: string }

const SILENCE_MS = 300

/** Starts an automation service that fails a share of the calls, before or after it accepts them. */
export async function startFaultyReceiver(share: number, random: () => number, called: () => void) {
  const taken: Taken[] = []
  const faults: ((response: ServerResponse, take: () => void) => unknown)[] = [
    (response) => response.writeHead(500).end(),
    (response) => response.writeHead(404).end(),
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    (response) => response.socket?.resetAndDestroy(),
    (response, take) => {
      take()
      response.socket?.resetAndDestroy()
    },
    async (response, take) => {
      take()
      await pause(SILENCE_MS)
      response.socket?.destroy()
    },
  ]
  const server = createServer(async (request, response) => {
    called()
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { session_id: sessionId, step } = JSON.parse(body)
    const take = () => taken.push({ id: String(request.headers['webhook-id']), sessionId, step })
    const luck = random()
    const fault = luck < share ? faults[Math.floor((luck / share) * faults.length)] : undefined
    if (fault) return fault(response, take)
    take()
    response.writeHead(204).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  }
}
