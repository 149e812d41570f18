import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { limitImports } from './imports-at-once.ts'

/** Serves files. The work on the first two ends when the test says so. */
async function serveFiles() {
  const app = Fastify()
  const { admit, whileWorking } = limitImports()
  const work = Promise.withResolvers<void>()
  let started = 0
  const hungUp: Promise<unknown>[] = []
  const ended: Promise<unknown>[] = []
  const begun = Promise.withResolvers<void>()
  const handle = whileWorking(async (_request, reply) => {
    hungUp.push(once(reply.raw, 'close'))
    if (++started === 2) begun.resolve()
    if (started <= 2) await work.promise
    return reply.send(Readable.from(['done']))
  })
  app.post('/', { onRequest: admit }, (request, reply) => {
    const ending = handle(request, reply)
    ended.push(ending)
    return ending
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
  const post = async (signal?: AbortSignal) =>
    (await fetch(url, { method: 'POST', ...(signal && { signal }) })).status
  return { app, post, work, begun: begun.promise, hungUp, ended }
}

test('a client that hangs up keeps its place until the work on its file ends', async () => {
  const { app, post, work, begun, hungUp, ended } = await serveFiles()
  const clients = new AbortController()
  const answers = [1, 2].map(() => post(clients.signal).catch(() => 'hung up'))
  await begun
  clients.abort()
  expect(await Promise.all(answers)).toEqual(['hung up', 'hung up'])
  await Promise.all(hungUp)
  expect(await post()).toBe(503)
  work.resolve()
  await Promise.all(ended)
  expect(await post()).toBe(200)
  await app.close()
})
