import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Crm, CrmLead, CrmPull } from '#crm/port.ts'
import { success } from '#domain/kernel/result.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { silentLog } from '../push/sales.testing.ts'
import { cancelLeadPull, findLeadPull } from './lead-pulls.queries.ts'
import { createLeadPulls } from './lead-pulls.ts'

const lead = (contactId: string): CrmLead => ({
  contactId,
  street_address: `${contactId} High Street`,
  postcode: null,
  household_size: null,
  voucher_value: null,
  priority: null,
  contact_name: null,
  contact_phone: null,
  contact_email: null,
  notes: null,
  area: null,
  createdAt: '2026-09-01T08:00:00.000Z',
})

const LONG_AGO = '2026-01-06T00:00:00Z'

/** Returns a promise that a test resolves by `open`. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

describe('Lead pulls', () => {
  let database: FreshDatabase
  let asked: Pick<CrmPull, 'since' | 'after'>[]
  let beforeLast: ReturnType<typeof gate>
  let atLast: ReturnType<typeof gate>
  let askedAgain: ReturnType<typeof gate>

  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    asked = []
    beforeLast = gate()
    atLast = gate()
    askedAgain = gate()
    for (const table of ['leads', 'lead_pulls', 'ghl_sync_log'] as const)
      await database.db.deleteFrom(table).execute()
  })

  /** A CRM with three leads, in pages of one. It waits before the last page. */
  const crm = {
    provider: 'sandbox',
    async *pullLeads({ since, after, signal }: CrmPull) {
      if (asked.push({ since, after }) === 2) askedAgain.open()
      for (const n of [1, 2, 3].filter((page) => page > Number(after ?? 0))) {
        if (n === 3) {
          atLast.open()
          await beforeLast.opened
          signal?.throwIfAborted()
        }
        const next = n === 3 ? null : String(n)
        yield { ok: true, value: { leads: [lead(`c${n}`)], next, total: 3 } }
      }
    },
  } as Partial<Crm> as Crm

  /** Creates the pulls of another process. */
  const process = (source = 'a CRM', over: Partial<Crm> = {}, lookRestMs = 60_000) => {
    const given = { db: database.db, crm: { ...crm, ...over }, changeFeed: { wake() {} } as never, source }
    return createLeadPulls({ ...given, log: silentLog, lookRestMs })
  }
  const pulled = async (source?: string) => {
    beforeLast.open()
    return process(source).run()
  }
  const stored = async () => {
    const rows = await database.db.selectFrom('leads').select('crm_contact_id').orderBy('id').execute()
    return rows.map(({ crm_contact_id }) => crm_contact_id).sort()
  }
  const log = () =>
    database.db.selectFrom('ghl_sync_log').select(['operation', 'status', 'message']).orderBy('id').execute()
  const die = () =>
    database.db.updateTable('lead_pulls').set({ leased_until: '2026-01-01T00:00:00Z' }).execute()

  test('report the progress of the running one, and how it ended', async () => {
    expect(await findLeadPull(database.db)).toBeNull()
    const outcome = process().run()
    await atLast.opened
    expect(await findLeadPull(database.db)).toMatchObject({ state: 'running', seen: 2, total: 3 })
    beforeLast.open()
    expect(await outcome).toEqual(success({ syncedCount: 3 }))
    expect(await findLeadPull(database.db)).toMatchObject({
      state: 'done',
      seen: 3,
      total: 3,
      finished_at: expect.stringMatching(/Z$/),
    })
  })

  test('join the running one, in this process and in others', async () => {
    const here = process()
    const first = here.run()
    await atLast.opened
    const others = [here.run(), process().run()]
    await findLeadPull(database.db)
    beforeLast.open()
    expect(await Promise.all([first, ...others])).toEqual(Array(3).fill(success({ syncedCount: 3 })))
    expect(asked).toHaveLength(1)
    expect(await log()).toEqual([{ operation: 'sync_leads', status: 'success', message: 'Leads: 3' }])
  })

  test('of a dead process are taken over, even if no request waits for them', async () => {
    const living = process('a CRM', {}, 5)
    living.start()
    const dead = process().run()
    await atLast.opened
    await database.db
      .updateTable('lead_pulls')
      .set({ leased_until: new Date(0).toISOString() })
      .execute()
    await askedAgain.opened
    expect(asked).toEqual([
      { since: null, after: null },
      { since: null, after: '2' },
    ])
    beforeLast.open()
    expect(await dead).toEqual(success({ syncedCount: 3 }))
    await living.stop()
  })

  test('of a dead process are resumed from its cursor by the next request', async () => {
    const dead = process().run()
    await atLast.opened
    const next = process().run()
    await die()
    await askedAgain.opened
    beforeLast.open()
    expect(await next).toEqual(success({ syncedCount: 3 }))
    expect(asked).toEqual([
      { since: null, after: null },
      { since: null, after: '2' },
    ])
    // The process was not dead, but leaves the pull alone.
    expect(await dead).toEqual(success({ syncedCount: 3 }))
    expect(await log()).toHaveLength(1)
  })

  test('of a stopped server are resumed at the next start', async () => {
    const stopped = process()
    const outcome = stopped.run()
    await atLast.opened
    const stopping = stopped.stop()
    beforeLast.open()
    await stopping
    expect(await outcome).toMatchObject({ ok: false, failure: { reason: 'stopping' } })
    expect(await stored()).toEqual(['c1', 'c2'])

    const next = process()
    await next.start()
    expect(await next.run()).toEqual(success({ syncedCount: 3 }))
    expect(asked.at(-1)).toEqual({ since: null, after: '2' })
    await next.stop()
  })

  test('stop if they are cancelled, keep their leads and report it', async () => {
    const outcome = process().run()
    await atLast.opened
    expect(await cancelLeadPull(database.db)).toBe(true)
    expect(await cancelLeadPull(database.db)).toBe(false)
    beforeLast.open()
    const message = 'The sync was cancelled.'
    expect(await outcome).toEqual({ ok: false, failure: { reason: 'cancelled', message } })
    expect(await stored()).toEqual(['c1', 'c2'])
    expect(await findLeadPull(database.db)).toMatchObject({ state: 'cancelled', seen: 2, message })
    expect(await log()).toEqual([{ operation: 'sync_leads', status: 'error', message }])
  })

  test('request changes since five minutes before the last complete one', async () => {
    await pulled()
    const { started_at = '' } = (await findLeadPull(database.db)) ?? {}
    const since = new Date(Date.parse(started_at) - 5 * 60_000).toISOString()
    await pulled()
    await database.db
      .updateTable('lead_pulls')
      .set({ state: 'failed' })
      .where('since', 'is not', null)
      .execute()
    await pulled()
    await pulled('another CRM')
    expect(asked.map((pull) => pull.since)).toEqual([null, since, since, null])
  })

  test('are deleted after a day, except the last complete one', async () => {
    const wasLongAgo = (over: object) => ({
      ...{ source: 'a CRM', lease: randomUUID(), leased_until: LONG_AGO, finished_at: LONG_AGO, seen: 1 },
      ...over,
    })
    await database.db
      .insertInto('lead_pulls')
      .values([
        wasLongAgo({ state: 'done', started_at: '2026-01-01T00:00:00Z' }),
        wasLongAgo({ state: 'done', started_at: '2026-01-02T00:00:00Z' }),
        wasLongAgo({ state: 'done', started_at: '2026-01-03T00:00:00Z', total: 2 }),
        wasLongAgo({ state: 'cancelled', started_at: '2026-01-04T00:00:00Z' }),
        wasLongAgo({ state: 'done', started_at: '2026-01-05T00:00:00Z', source: 'another CRM' }),
      ])
      .execute()
    const failing = process('a CRM', {
      async *pullLeads() {
        yield { ok: false, failure: { code: 'unreachable', message: 'It is away.' } } as never
      },
    })
    await failing.run()
    const kept = () =>
      database.db.selectFrom('lead_pulls').select(['source', 'started_at', 'state', 'since']).orderBy('id')
    const since = '2026-01-01T23:55:00.000Z'
    expect(await kept().execute()).toMatchObject([
      { source: 'a CRM', started_at: '2026-01-02T00:00:00.000Z' },
      { source: 'another CRM' },
      { source: 'a CRM', state: 'failed', since },
    ])
    await pulled()
    expect(await kept().execute()).toMatchObject([
      { source: 'another CRM' },
      { source: 'a CRM', state: 'failed' },
      { source: 'a CRM', state: 'done', since },
    ])
  })

  test('store a page and its progress together or not at all', async () => {
    const bad = { ...lead('c9'), household_size: -1 }
    const failing = process('a CRM', {
      async *pullLeads() {
        yield { ok: true, value: { leads: [lead('c8')], next: 'page 1', total: null } }
        yield { ok: true, value: { leads: [lead('c7'), bad], next: 'page 2', total: null } }
      },
    })
    await expect(failing.run()).rejects.toThrow(/household_is_not_negative/)
    expect(await stored()).toEqual(['c8'])
    expect(await database.db.selectFrom('lead_pulls').selectAll().execute()).toMatchObject([
      { state: 'failed', cursor: 'page 1', seen: 1, message: 'The sync failed on our side.' },
    ])
  })
})
