import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOCKET_PATH } from '#protocol/changes.ts'
import { freshPostgresUrl } from '../testing/databases.ts'
import { OPCODES, toFrame } from '../testing/plain-socket.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const SOCKETS = 2_000
/** About four times what it takes. */
const MAX_KIB_A_SOCKET = 96
const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }
const UPGRADE = [
  `GET ${SOCKET_PATH}?apikey=${headers.apikey}&vsn=2.0.0 HTTP/1.1`,
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

let database: Awaited<ReturnType<typeof freshPostgresUrl>>
let server: ServerProcess
const sockets: net.Socket[] = []
beforeAll(async () => {
  database = await freshPostgresUrl()
  server = await startServerProcess({ DATABASE_URL: database.url })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  server?.kill('SIGKILL')
  await server?.exitCode
  await database?.drop()
})

test(`${SOCKETS} clients follow one process over sockets, and each receives a sale`, async () => {
  await sell('first')
  const before = await metric('process_resident_memory_bytes')
  const clients = await Promise.all(Array.from({ length: SOCKETS }, follow))
  expect(await metric('doorstep_open_sockets')).toBe(SOCKETS)
  const kibibytes = ((await metric('process_resident_memory_bytes')) - before) / SOCKETS / 1024

  const received = Promise.all(clients.map(({ receive }) => receive('"session_id":"second"')))
  await sell('second')
  expect(await received).toHaveLength(SOCKETS)
  expect(kibibytes).toBeLessThan(MAX_KIB_A_SOCKET)
})

async function sell(session_id: string) {
  const body = JSON.stringify({ session_id })
  const { status } = await fetch(`${server.url}/rest/v1/opportunities`, { method: 'POST', headers, body })
  expect(status).toBe(201)
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

/** Joins a channel like the official client, but on a plain socket; resolves when it is subscribed. */
async function follow() {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  let unread = ''
  const receive = async (text: string) => {
    while (!unread.includes(text)) unread += String((await once(socket, 'data'))[0])
    unread = ''
  }
  socket.write(`${UPGRADE.join('\r\n')}\r\n\r\n`)
  await receive('101 Switching Protocols')
  socket.write(toFrame(Buffer.from(JSON.stringify(JOIN)), OPCODES.text))
  await receive('Subscribed to PostgreSQL')
  return { receive }
}
