import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { writeSale } from '../crm-sync/push/sales.testing.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { LOCATION, type Office, openOffice } from './office.testing.ts'

describe('A retry by the back office', () => {
  let database: FreshDatabase
  let office: Office

  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    office = await openOffice(database.db)
  })
  afterEach(() => office?.close())

  test('starts the count of attempts again, but keeps their history', async () => {
    const { id } = await office.parkedReport()
    office.deliveries.start()
    expect(await office.ask('POST', '/deliveries/retry', { ids: [id] })).toEqual({
      status: 200,
      body: { queued: 1 },
    })
    const again = await office.automation.next()
    expect(again.delivery).toMatchObject({ id, attempts: 0, payload: { name: 'Ada Ward' } })
    again.answer(success({ status: 200 }))
    await office.deliveries.runNow('automation', 'sale_1')
    expect((await office.ask('GET', `/deliveries/${id}/attempts`)).body).toMatchObject([
      { ok: true, status: 200, message: null },
      { ok: false, status: 422 },
    ])
  })

  test('of a target covers all parked deliveries, or the waiting ones as well', async () => {
    await office.parkedReport()
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await office.report('sale_2', 1)
    await sql`update deliveries set due_at = now() + interval '1 hour'`.execute(database.db)
    const retry = async (state: string) =>
      (await office.ask('POST', '/deliveries/retry', { target: 'automation', state })).body
    expect(await retry('parked')).toEqual({ queued: 1 })
    expect(await retry('outstanding')).toEqual({ queued: 2 })
    office.deliveries.start()
    const sales = [await office.automation.next(), await office.automation.next()].map(
      ({ delivery }) => delivery.session_id,
    )
    expect(sales.sort()).toEqual(['sale_1', 'sale_2'])
    expect(office.crm.unseen()).toEqual([])
  })

  test('of a sale covers its parked or waiting deliveries', async () => {
    await office.parkedReport()
    await office.report('sale_2', 1)
    await sql`update deliveries set due_at = now() + interval '1 hour'`.execute(database.db)
    const retry = async (session_id: string) =>
      (await office.ask('POST', '/deliveries/retry', { target: 'automation', session_id })).body
    expect(await retry('sale_2')).toEqual({ queued: 1 })
    office.deliveries.start()
    const first = await office.automation.next()
    expect(first.delivery.session_id).toBe('sale_2')
    first.answer(success({ status: 200 }))
    expect(await retry('sale_1')).toEqual({ queued: 1 })
    expect((await office.automation.next()).delivery.session_id).toBe('sale_1')
    expect(await retry('unknown')).toEqual({ queued: 0 })
  })

  test('of all deliveries should not give a superseded sale its opportunity back', async () => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await sql`update deliveries set state = 'parked', reason = 'Taken over.'`.execute(database.db)
    const all = { target: 'crm', state: 'outstanding' }
    expect((await office.ask('POST', '/deliveries/retry', all)).body).toEqual({ queued: 0 })
    const [{ id } = { id: 0 }] = await office.list()
    expect((await office.ask('POST', '/deliveries/retry', { ids: [id] })).body).toEqual({ queued: 1 })
  })

  test('ends a pause of the CRM only if it covers all deliveries', async () => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await office.attempt('crm', 'sale_1', success({}))
    await sql`insert into call_budgets (location_id, paused_until, pause_reason)
      values (${LOCATION}, now() + interval '1 hour', 'Enough for now.')`.execute(database.db)
    const reasonAfter = async (which: object) => {
      expect(await office.ask('POST', '/deliveries/retry', which)).toMatchObject({ status: 200 })
      return (await office.ask('GET', '')).body.crm.pauseReason
    }
    const [{ id } = { id: 0 }] = await office.list()
    expect(await reasonAfter({ ids: [id] })).toBe('Enough for now.')
    expect(await reasonAfter({ target: 'crm', session_id: 'sale_1' })).toBe('Enough for now.')
    expect(await reasonAfter({ target: 'crm', state: 'outstanding' })).toBeNull()
  })

  test('sends a delivered report again with the same id while its payload is stored', async () => {
    await office.report('sale_1', 2)
    await office.attempt('automation', 'sale_1', success({ status: 200 }))
    const [{ id } = { id: 0 }] = await office.list('?state=delivered')
    expect((await office.ask('POST', '/deliveries/retry', { ids: [id] })).body).toEqual({ queued: 1 })
    office.deliveries.start()
    const again = await office.automation.next()
    expect(again.delivery.id).toBe(id)
    again.answer(success({}))
    await office.deliveries.runNow('automation', 'sale_1')
    await sql`update deliveries set payload = null`.execute(database.db)
    expect((await office.ask('POST', '/deliveries/retry', { ids: [id] })).body).toEqual({ queued: 0 })
  })

  test('reopens a closed receiver', async () => {
    await office.report('sale_1', 2)
    const gone = {
      retry: 'later',
      receiver: 'closed',
      message: 'The receiver answered 410.',
    } as const
    await office.attempt('automation', 'sale_1', failed(gone))
    expect((await office.ask('GET', '')).body.automation).toEqual({
      configured: true,
      disabledAt: expect.stringMatching(/Z$/),
      disabledReason: 'The receiver answered 410.',
      restsUntil: null,
      restReason: null,
    })
    office.deliveries.start()
    await office.ask('POST', '/deliveries/retry', { target: 'automation', state: 'outstanding' })
    expect((await office.automation.next()).delivery.session_id).toBe('sale_1')
    expect((await office.ask('GET', '')).body.automation).toMatchObject({ disabledAt: null })
  })

  test('of a report that waits behind an earlier one includes that one', async () => {
    await office.report('sale_1', 1)
    await office.report('sale_1', 2)
    await office.report('sale_2', 2)
    await office.attempt('automation', 'sale_1', failed({ retry: 'later', message: 'Busy.' }))
    await sql`update deliveries set due_at = now() + interval '2 hours' where sequence = 1`.execute(
      database.db,
    )
    const places = (await office.list()).map(({ id, session_id, sequence, is_behind }) => ({
      id,
      is: `${session_id} ${sequence}`,
      is_behind,
    }))
    const behind = places.find(({ is }) => is === 'sale_1 2')
    expect(places.filter(({ is_behind }) => is_behind)).toEqual([behind])
    await office.ask('POST', '/deliveries/retry', { ids: [behind?.id] })
    office.deliveries.start()
    const tried = [await office.automation.next(), await office.automation.next()]
    expect(tried.map(({ delivery }) => `${delivery.session_id} ${delivery.sequence}`).sort()).toEqual([
      'sale_1 1',
      'sale_2 2',
    ])
  })
})
