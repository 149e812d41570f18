import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOCKET_PATH } from '#protocol/changes.ts'
import { createApp } from '../app.ts'
import { configFromEnv } from '../config.ts'
import { createContext } from '../context.ts'
import { LIMITS } from '../http/rate-limits/limits.ts'
import { createLog } from '../log.ts'
import { type FreshPostgres, freshMigratedUrl } from '../testing/databases.ts'
import { startLiveServer } from '../testing/live-server.ts'
import { openPlainSocket } from '../testing/plain-socket.ts'

describe('opening a socket of the whole server', () => {
  let postgres: FreshPostgres
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    postgres = await freshMigratedUrl()
    const config = configFromEnv({ DATABASE_URL: postgres.url })
    if (!config.ok) throw new Error(config.failure.sentence)
    app = createApp(await createContext(config.value, createLog('silent')))
    url = (await app.listen({ port: 0, host: '127.0.0.1' })) + SOCKET_PATH
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.drop()
  })

  const key = '?apikey=public-anon-key&vsn=2.0.0'
  const open = async (search: string, headers?: Record<string, string>) => {
    const { status, socket } = await openPlainSocket(url + search, headers)
    socket.destroy()
    return status
  }

  it('requires the key, in the address or in a header', async () => {
    expect(await open(key)).toBe(101)
    expect(await open('', { apikey: 'public-anon-key' })).toBe(101)
    expect(await open('')).toBe(401)
    expect(await open('?apikey=wrong', { authorization: 'Bearer wrong' })).toBe(401)
  })

  it.each<[number, string, string, Record<string, string>]>([
    [421, 'a strange host', key, { host: 'evil.example' }],
    [403, 'a page of another origin', key, { origin: 'https://evil.example' }],
    [400, 'an unknown protocol', '?apikey=public-anon-key&vsn=3.0.0', {}],
    [400, 'an area that cannot be stored', `${key}&area=%00`, {}],
    [400, 'two areas', `${key}&area=a&area=b`, {}],
  ])('is refused with %i for %s, and leaves no connection behind', async (status, _, search, headers) => {
    const refused = await openPlainSocket(url + search, headers)
    expect(refused.status).toBe(status)
    await refused.closed()
  })

  it('is refused if one device opens too many', async () => {
    for (let opened = 0; opened < LIMITS.stream.device; opened++) await open('?device=runaway-1')
    expect(await open(`${key}&device=runaway-1`)).toBe(429)
  })

  it('returns 404 to a call without the upgrade', async () => {
    const { status } = await fetch(url + key)
    expect(status).toBe(404)
  })

  it('does not affect other calls that offer another protocol, as some clients do with every call', async () => {
    const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' }
    const list = new URL('/rest/v1/leads?apikey=', url).href
    expect(await open('', { ...h2c, apikey: 'public-anon-key' })).toBe(404)
    expect((await openPlainSocket(list, { ...h2c, apikey: 'public-anon-key' })).status).toBe(400)
    expect((await openPlainSocket(list, { apikey: 'wrong' })).status).toBe(401)
  })

  it('does not count as a slow request', async () => {
    const socket = await openPlainSocket(url + key)
    socket.socket.destroy()
    const { body } = await app.inject('/metrics')
    expect(body).toContain('doorstep_open_sockets')
    expect(body).not.toContain(`route="${SOCKET_PATH}",status="200"`)
  })
})

it('refuses a socket beyond the limit until another one closes', async () => {
  const server = await startLiveServer('postgres', { total: 1, perAddress: 1 })
  const url = `${server.origin}${SOCKET_PATH}?apikey=${server.key}`
  const first = await openPlainSocket(url)
  const refused = await openPlainSocket(url)
  expect([first.status, refused.status]).toEqual([101, 503])
  first.socket.destroy()
  const again = async () => (await openPlainSocket(url)).status
  await expect.poll(again).toBe(101)
  await server.close()
})
