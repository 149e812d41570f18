import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOCKET_PATH } from '#protocol/changes.ts'
import { serveMany } from '../testing/many-followers.ts'
import { OPCODES, toFrame } from '../testing/plain-socket.ts'

const SOCKETS = 2_000
/** About four times what a socket takes. */
const MAX_KIB_A_SOCKET = 96
const UPGRADE = [
  `GET ${SOCKET_PATH}?apikey=public-anon-key&vsn=2.0.0 HTTP/1.1`,
  'host: localhost',
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
]
const JOIN = [
  '1',
  '1',
  'realtime:sales',
  'phx_join',
  { config: { postgres_changes: [{ table: 'opportunities' }] } },
]

let many: Awaited<ReturnType<typeof serveMany>>
beforeAll(async () => {
  many = await serveMany()
})
afterAll(() => many?.stop())

test(`${SOCKETS} clients follow one process over sockets, and each receives a sale`, async () => {
  await many.sell('first')
  const before = await many.metric('process_resident_memory_bytes')
  const clients = await Promise.all(Array.from({ length: SOCKETS }, follow))
  expect(await many.metric('doorstep_open_sockets')).toBe(SOCKETS)
  const kibibytes = ((await many.metric('process_resident_memory_bytes')) - before) / SOCKETS / 1024

  const received = Promise.all(clients.map(({ receive }) => receive('"session_id":"second"')))
  await many.sell('second')
  expect(await received).toHaveLength(SOCKETS)
  expect(kibibytes).toBeLessThan(MAX_KIB_A_SOCKET)
})

/** Joins a channel like the official client, but on a plain socket. Resolves when it is subscribed. */
async function follow() {
  const client = many.connect()
  client.write(`${UPGRADE.join('\r\n')}\r\n\r\n`)
  await client.receive('101 Switching Protocols')
  client.write(toFrame(Buffer.from(JSON.stringify(JOIN)), OPCODES.text))
  await client.receive('Subscribed to PostgreSQL')
  return client
}
