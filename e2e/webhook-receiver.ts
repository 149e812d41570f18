import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An automation service on this machine that keeps what it is sent, in order. */
export type WebhookReceiver = {
  readonly url: string
  readonly received: Record<string, unknown>[]
  stop(): void
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text()
    received.push(JSON.parse(body))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    stop: () => server.close(),
  }
}
