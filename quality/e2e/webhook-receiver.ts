import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from './story.ts'

/** A local automation service that keeps what it receives, in order. */
type WebhookReceiver = {
  readonly url: string
  readonly received: Record<string, unknown>[]
  /** Sets the status of its answers. It does not keep the reports that it refuses. */
  answers(status: number): void
  stop(): void
}

async function startReceiver(): Promise<WebhookReceiver> {
  const received: Record<string, unknown>[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text()
    if (status < 300) received.push(JSON.parse(body))
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers(next) {
      status = next
    },
    stop: () => server.close(),
  }
}

/** A story with an automation service that receives every step. */
export const testWithAutomation = test.extend<{ receiver: WebhookReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    receiver.stop()
  },
  env: async ({ receiver }, use) => use({ WEBHOOK_URL: receiver.url, ALLOW_PRIVATE_WEBHOOKS: '1' }),
})
