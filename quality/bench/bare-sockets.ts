import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'

/**
 * The yardstick of realtime: a PATCH writes a lead and notifies with its row in one statement, and each notification
 * that LISTEN receives goes to every socket of `ws`; no rules, keys, channels, cursors or slow clients.
 */
const connectionString = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString })
const listening = new pg.Client({ connectionString })
await listening.connect()
await listening.query('listen lead_changes')

const WRITE = `
  with written as (update leads set status = $1 where id = $2 returning *)
  select pg_notify('lead_changes', json_build_object('type', 'UPDATE', 'record', to_jsonb(written) - 'as_json')::text)
  from written`

async function patch(request: http.IncomingMessage): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { status } = JSON.parse(Buffer.concat(chunks).toString())
  const id = new URL(request.url ?? '/', 'http://bare').searchParams.get('id')?.slice(3)
  await pool.query({ name: 'write', text: WRITE, values: [status, id] })
}

const server = http.createServer((request, response) => {
  patch(request).then(
    () => response.writeHead(204).end(),
    (error) => {
      console.error(error)
      response.writeHead(500, { 'content-length': 0 }).end()
    },
  )
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
listening.on('notification', ({ payload = '' }) => {
  for (const socket of sockets.clients) socket.send(payload)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Bare sockets are ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
