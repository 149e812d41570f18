import fs from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createApp } from './app.ts'
import { configFromEnv } from './config.ts'
import { type Context, createContext } from './context.ts'
import { createLog } from './log.ts'
import { freshFolder } from './testing/databases.ts'

const ID = '0123456789abcdef0123456789abcdef'

let folder: string
let context: Context
let app: FastifyInstance
beforeEach(async () => {
  folder = freshFolder()
  fs.cpSync(inject('embeddedTemplate'), folder, { recursive: true })
  const config = configFromEnv({ DATA_DIR: folder })
  if (!config.ok) throw new Error(config.refusal.sentence)
  context = await createContext(config.value, createLog('silent'))
  app = createApp(context)
})
afterEach(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

test('every answer names its request, by the id that came with it', async () => {
  const headers = { 'x-request-id': ID }
  for (const url of ['/healthz', '/rest/v1/leads', '/nowhere'])
    expect((await app.inject({ url, headers })).headers['x-request-id']).toBe(ID)
})

test('while it stops it answers as before, but wants no more and says so', async () => {
  expect((await app.inject('/healthz')).headers.connection).not.toBe('close')
  context.stopping.abort()
  for (const [url, status] of [
    ['/healthz', 200],
    ['/readyz', 503],
    ['/rest/v1/leads', 401],
  ] as const) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers.connection]).toEqual([status, 'close'])
  }
})

test('its metrics count what it was asked', async () => {
  await app.inject('/rest/v1/leads')
  expect((await app.inject('/metrics')).body).toContain(
    'doorstep_http_request_duration_seconds_count{method="GET",route="/rest/v1/:table",status="401"} 1',
  )
})
