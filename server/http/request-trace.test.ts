import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import { createApp } from '../app.ts'
import { startReceiver } from '../automation/receiver.testing.ts'
import { REPORT } from '../automation/reports.testing.ts'
import { configFromEnv } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { type FreshPostgres, freshMigratedUrl } from '../testing/databases.ts'

const WRITE_ID = '0123456789abcdef0123456789abcdef'
const REPORT_ID = 'fedcba9876543210fedcba9876543210'
const session_id = REPORT.session_id

let postgres: FreshPostgres
let receiver: Awaited<ReturnType<typeof startReceiver>>
let context: Context
let app: FastifyInstance
let logged: string
beforeEach(async () => {
  postgres = await freshMigratedUrl()
  receiver = await startReceiver()
  const config = configFromEnv({
    DATABASE_URL: postgres.url,
    WEBHOOK_URL: receiver.url,
    ALLOW_PRIVATE_WEBHOOKS: '1',
  })
  if (!config.ok) throw new Error(config.failure.sentence)
  logged = ''
  const stream = {
    write(line: string) {
      logged += line
    },
  }
  context = await createContext(config.value, Fastify({ logger: { stream } }).log)
  app = createApp(context)
})
afterEach(async () => {
  await app?.close()
  await receiver?.close()
  await postgres?.drop()
})

const send = (method: 'POST' | 'PATCH', url: string, sequence: number, requestId: string, body: object) =>
  app.inject({
    method,
    url,
    headers: {
      apikey: 'public-anon-key',
      'idempotency-key': `${session_id}:${sequence}`,
      'x-request-id': requestId,
    },
    body,
  })

const linesOf = (requestId: string): string[] =>
  logged
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line).msg)

test("follows one request id from the phone's call to the CRM and the automation service", async () => {
  const written = await send('POST', '/rest/v1/opportunities', 1, WRITE_ID, { session_id })
  expect(written.statusCode).toBe(201)
  expect((await send('POST', SALES_PROGRESS_PATH, 2, REPORT_ID, REPORT)).statusCode).toBe(202)
  await context.deliveries.runNow('crm', session_id)
  await context.deliveries.runNow('automation', session_id)

  expect(linesOf(WRITE_ID)).toEqual(['A sale was written', 'Called the CRM', 'Delivered'])
  expect(linesOf(REPORT_ID)).toEqual(['Received a progress report', 'Delivered'])
  expect(receiver.received[0]?.headers['x-request-id']).toBe(REPORT_ID)
  const attempts = context.db.selectFrom('delivery_attempts').select('request_id').orderBy('request_id')
  expect(await attempts.execute()).toEqual([{ request_id: WRITE_ID }, { request_id: REPORT_ID }])
})

test('logs nothing about the customer on the way', async () => {
  const customer = {
    customer_name: 'Ada Ward',
    customer_phone: '07700900123',
    customer_email: 'ada@x.example',
  }
  await send('POST', '/rest/v1/opportunities', 1, WRITE_ID, { session_id })
  const url = `/rest/v1/opportunities?session_id=eq.${session_id}`
  expect((await send('PATCH', url, 3, REPORT_ID, customer)).statusCode).toBe(204)
  await context.deliveries.runNow('crm', session_id)
  expect(linesOf(REPORT_ID)).toContain('Delivered')
  for (const secret of [...Object.values(customer), 'public-anon-key']) expect(logged).not.toContain(secret)
})

test('logs no write if the call found no sale', async () => {
  const patched = await send('PATCH', `/rest/v1/opportunities?session_id=eq.${session_id}`, 1, WRITE_ID, {
    notes: 'x',
  })
  expect(patched.statusCode).toBe(204)
  await app.close()
  expect(linesOf(WRITE_ID)).toEqual([])
})
