import fs from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failed } from '#domain/kernel/result.ts'
import { receiverOf } from '../automation/deliver-progress.job.ts'
import { REPORT } from '../automation/reports.testing.ts'
import { writeSale } from '../crm-sync/push/sales.testing.ts'
import { closeReceiver, openReceivers, restReceiver } from '../deliveries/receivers.queries.ts'
import { queueProgress } from '../deliveries/states.queries.ts'
import { limitCalls } from '../http/rate-limits/rate-limits.ts'
import { loadVersion } from '../premises/loading.testing.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { observeOutboxes } from './outbox-metrics.ts'
import { observeRequests } from './request-metrics.ts'

const WEBHOOK = { url: 'http://127.0.0.1:1/', secret: undefined, allowPrivate: true }
const CRM = {
  baseUrl: '',
  token: '',
  locationId: 'loc',
  pipelineId: undefined,
  stages: {},
  leadTag: undefined,
}
const SECRET = 'sale-of-anna-07700900123'

describe('The metrics', () => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    for (const table of ['deliveries', 'opportunities', 'receivers', 'crm_events', 'call_budgets'] as const)
      await database.db.deleteFrom(table).execute()
    app = Fastify()
    const metrics = new Registry()
    app.addHook('onRequest', observeOutboxes(metrics))
    app.addHook('onResponse', observeRequests(metrics))
    limitCalls(app, metrics)
    const context = {
      config: { role: 'api' as const, crm: CRM, webhook: WEBHOOK, mail: undefined, metricsKey: undefined },
      db: database.db,
      changeFeed: { subscribers: () => 3 },
      sealKeys: {
        current: () => failed({ state: 'expired' as const, reason: 'It expired.' }),
        expiresAt: () => new Date(60_000),
      },
      log: app.log,
    }
    app.register(metricsRoutes(context, metrics))
    app.get('/sales/:session', async (_request, reply) => reply.code(204).send())
    app.get('/assets/app-1a2b.js', async () => '')
  })
  afterEach(() => app?.close())

  const lines = async () => (await app.inject('/metrics')).body.split('\n')

  test('count requests by route and status without their addresses', async () => {
    for (const url of [`/sales/${SECRET}`, `/sales/${SECRET}?apikey=x`, '/assets/app-1a2b.js', `/${SECRET}`])
      await app.inject(url)
    const counted = (await lines()).filter((line) => /^doorstep.*_count/.test(line))
    expect(counted).toEqual([
      'doorstep_http_request_duration_seconds_count{method="GET",route="/sales/:session",status="204"} 2',
      'doorstep_http_request_duration_seconds_count{method="GET",route="*.js",status="200"} 1',
      'doorstep_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    ])
    expect(await lines()).toContain(
      'doorstep_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/sales/:session",status="204"} 2',
    )
    expect((await lines()).join('\n')).not.toContain(SECRET)
  })

  test('report the number, age and delay of deliveries that wait or are parked', async () => {
    const { db } = database
    for (const session_id of ['one', 'two', 'three']) await writeSale(db, { session_id, lead_id: null })
    await sql`update deliveries set state = 'parked' where session_id = 'three'`.execute(db)
    await sql`update deliveries set created_at = now() - interval '2 hours', due_at = now() - interval '1 hour'
      where session_id = 'one'`.execute(db)
    const reported = await lines()
    expect(reported).toContain('doorstep_deliveries{target="crm",state="waiting"} 2')
    expect(reported).toContain('doorstep_deliveries{target="crm",state="parked"} 1')
    expect(reported).toContain('doorstep_deliveries{target="automation",state="waiting"} 0')
    const value = (series: string) => Number(reported.find((line) => line.startsWith(series))?.split(' ')[1])
    expect(value('doorstep_deliveries_oldest_seconds{target="crm",state="waiting"}')).toBeGreaterThanOrEqual(
      7200,
    )
    expect(value('doorstep_deliveries_overdue_seconds{target="crm"}')).toBeGreaterThanOrEqual(3600)
    expect(value('doorstep_deliveries_overdue_seconds{target="automation"}')).toBe(0)
  })

  test('count a delivery as overdue only if a worker could have claimed it', async () => {
    const { db } = database
    const receiving = { target: 'automation', receiver: receiverOf(WEBHOOK) ?? '' } as const
    const overdue = async () => {
      const line = (await lines()).find((text) =>
        text.startsWith('doorstep_deliveries_overdue_seconds{target="automation"}'),
      )
      return Number(line?.split(' ')[1])
    }
    for (const sequence of [1, 2]) await queueProgress(db, { sessionId: 'one', sequence, payload: REPORT })
    await sql`update deliveries set due_at = now() - interval '1 hour'`.execute(db)
    expect(await overdue()).toBeGreaterThanOrEqual(3600)
    await sql`update deliveries set due_at = now() + interval '1 hour' where sequence = 1`.execute(db)
    expect(await overdue()).toBe(0)
    await sql`update deliveries set due_at = now() - interval '1 hour'`.execute(db)
    await restReceiver(db, receiving, 60_000, 'Busy.')
    expect(await overdue()).toBe(0)
    await openReceivers(db, 'automation')
    await closeReceiver(db, receiving, 'Gone.')
    expect(await overdue()).toBe(0)
  })

  test('report the events and calls of the CRM, the role and the open streams', async () => {
    const { db } = database
    await sql`insert into crm_events (webhook_id, type, record_kind, record_id, state)
      values ('1', 'x', 'contact', 'c', 'parked')`.execute(db)
    await sql`insert into call_budgets (location_id, paused_until, daily_remaining)
      values ('loc', now() + interval '1 hour', 1200)`.execute(db)
    const reported = await lines()
    expect(reported).toContain('doorstep_crm_events{state="parked"} 1')
    expect(reported).toContain('doorstep_crm_calls_paused 1')
    expect(reported).toContain('doorstep_crm_daily_calls_remaining 1200')
    expect(reported).toContain('doorstep_open_streams 3')
    expect(reported).toContain('doorstep_seal_key{state="expired"} 1')
    expect(reported).toContain('doorstep_seal_key{state="ready"} 0')
    expect(reported).toContain('doorstep_seal_key_expires_timestamp_seconds 60')
    expect(reported).toContain('doorstep_info{role="api"} 1')
  })

  test('report the visits of a day, the age of premises data and unchecked areas', async () => {
    await sql`insert into visits (id, lead_id, area, outcome, occurred_at) values
      (gen_random_uuid(), gen_random_uuid(), '', 'refused', now() - interval '3 days')`.execute(database.db)
    await sql`insert into visits (id, lead_id, area, outcome, occurred_at, received_at) values
      (gen_random_uuid(), gen_random_uuid(), '', 'empty', now(), now() - interval '2 days')`.execute(
      database.db,
    )
    const month = new Date().toISOString().slice(0, 7)
    await loadVersion(database, 'uprn-points', { lines: ['1\t53.3\t-4.1'], month })
    await sql`insert into voucher_areas (area, name, state, source_url, checked_on)
      values ('lot 6', 'Hills', 'open', '', '2026-01-01')`.execute(database.db)
    const reported = await lines()
    expect(reported).toContain('doorstep_visits_last_day{outcome="refused"} 1')
    expect(reported).toContain('doorstep_visits_last_day{outcome="empty"} 0')
    expect(reported).toContain('doorstep_premises_data_age_months{kind="uprn-points"} 0')
    expect(reported).toContain('doorstep_voucher_areas_unchecked 1')
    expect(reported).toContain('doorstep_do_not_knock_entries 0')
  })

  test('include every metric that the alert rules use', async () => {
    await loadVersion(database, 'uprn-points', { lines: ['1\t53.3\t-4.1'] })
    await sql`insert into call_budgets (location_id, daily_remaining)
      values ('loc', 1200)`.execute(database.db)
    await app.inject('/nowhere')
    const reported = (await lines()).join('\n')
    const asked = fs.readFileSync('docs/alerts.yml', 'utf8').match(/\b(doorstep|process)_\w+/g)
    expect([...new Set(asked)].filter((name) => !reported.includes(`\n${name}`))).toEqual([])
    expect(asked).toContain('doorstep_deliveries')
  })

  test('should report everything else if the database is away', async () => {
    await sql`alter table deliveries rename to deliveries_away`.execute(database.db)
    expect(await lines()).toContain('doorstep_database_up 0')
    expect(await lines()).toContain('doorstep_open_streams 3')
    await sql`alter table deliveries_away rename to deliveries`.execute(database.db)
  })
})
