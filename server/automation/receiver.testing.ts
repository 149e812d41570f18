import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Answer = (response: ServerResponse, received: Received) => void

/** Starts an automation service on this machine. It stores what it receives; a test may replace its `answer`. */
export async function startReceiver() {
  const received: Received[] = []
  const given = {
    received,
    answer: ((response) => response.end()) as Answer,
    url: '',
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const message = { method, path, headers, body }
    received.push(message)
    given.answer(response, message)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  given.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return given
}
