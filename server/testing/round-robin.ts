import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** A minimal proxy in front of several servers. */
export type RoundRobin = {
  url: string
  /** The servers, used in turn. */
  servers: string[]
  stop(): void
}

/** The number of times that a request tries each server. */
const ROUNDS = 2

/**
 * Passes each request to the next server over kept connections. If that server gives no answer at all, tries the one
 * after it, which is safe because every write has an idempotency key. If no server answers, returns 502.
 */
export async function startRoundRobin(servers: string[]): Promise<RoundRobin> {
  const agent = new http.Agent({ keepAlive: true })
  const balancer: RoundRobin = { url: '', servers, stop: () => proxy.close() }
  let turn = 0

  const proxy = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    // Each request counts its own tries. With one shared counter, calls in lockstep could meet the dead server at every
    // try.
    const first = turn++
    const send = (tried: number) => {
      const server = balancer.servers[(first + tried) % balancer.servers.length] ?? ''
      const forwarded = http.request(new URL(request.url ?? '', server), {
        agent,
        method: request.method ?? 'GET',
        headers: request.headers,
      })
      forwarded.once('response', (answer) => {
        // The client is gone.
        if (response.destroyed) return void answer.destroy()
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        // If the server breaks off, so does the response to the client.
        pipeline(answer, response, () => {})
      })
      forwarded.once('error', () => {
        if (response.headersSent) response.destroy()
        else if (tried < ROUNDS * balancer.servers.length) send(tried + 1)
        else response.writeHead(502).end()
      })
      forwarded.end(body)
    }
    send(0)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  balancer.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return balancer
}
