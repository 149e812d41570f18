import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { freshPostgresUrl } from '../testing/databases.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const STREAMS = 2_000
/** About four times what it takes. */
const MAX_KIB_A_STREAM = 64
const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }

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

test(`${STREAMS} apps follow one process, and each receives a sale`, async () => {
  await sell('first')
  const before = await metric('process_resident_memory_bytes')
  const apps = await Promise.all(Array.from({ length: STREAMS }, follow))
  expect(await metric('doorstep_open_streams')).toBe(STREAMS)
  const kibibytes = ((await metric('process_resident_memory_bytes')) - before) / STREAMS / 1024

  const received = Promise.all(apps.map(({ receive }) => receive('"session_id":"second"')))
  await sell('second')
  expect(await received).toHaveLength(STREAMS)
  expect(kibibytes).toBeLessThan(MAX_KIB_A_STREAM)
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

/** Opens a stream like an app, but on a plain socket; resolves when the stream is ready. */
async function follow() {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  let unread = ''
  const receive = async (text: string) => {
    while (!unread.replaceAll(': ', ':').includes(text)) unread += String((await once(socket, 'data'))[0])
    unread = ''
  }
  socket.write(`GET ${CHANGES_PATH}?apikey=${headers.apikey} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await receive('event:ready')
  return { receive }
}
