import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** A proxy in front of several servers, as plain as they come. */
export type RoundRobin = {
  url: string
  /** The servers that it asks, in turn. */
  servers: string[]
  stop(): void
}

/** So often each server is asked. */
const ROUNDS = 2

/**
 * Hands each request to the next server over kept connections, and to the one after it when that one gave no answer at
 * all: it may do so, as every write carries its key. When nobody answers it says 502.
 */
export async function startRoundRobin(servers: string[]): Promise<RoundRobin> {
  const agent = new http.Agent({ keepAlive: true })
  const balancer: RoundRobin = { url: '', servers, stop: () => proxy.close() }
  let turn = 0

  const proxy = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    // By the common turn calls that keep step would meet a server that is gone at every try.
    const first = turn++
    const ask = (tried: number) => {
      const server = balancer.servers[(first + tried) % balancer.servers.length] ?? ''
      const asked = http.request(new URL(request.url ?? '', server), {
        agent,
        method: request.method ?? 'GET',
        headers: request.headers,
      })
      asked.once('response', (answer) => {
        // Nobody waits any more.
        if (response.destroyed) return void answer.destroy()
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        // Half an answer is passed on as half a one.
        pipeline(answer, response, () => {})
      })
      asked.once('error', () => {
        if (response.headersSent) response.destroy()
        else if (tried < ROUNDS * balancer.servers.length) ask(tried + 1)
        else response.writeHead(502).end()
      })
      asked.end(body)
    }
    ask(0)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  balancer.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return balancer
}
