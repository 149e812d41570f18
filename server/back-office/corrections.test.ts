import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { receiverOf } from '../automation/deliver-progress.job.ts'
import { REPORT } from '../automation/reports.testing.ts'
import { writeSale } from '../crm-sync/push/sales.testing.ts'
import { closeReceiver } from '../deliveries/receivers.queries.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { type Office, openOffice, refused, WEBHOOK } from './office.testing.ts'

describe('A correction by the back office', () => {
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

  test('changes a parked report and sends it again', async () => {
    const { id } = await office.parkedReport()
    const { payload } = (await office.ask('GET', `/deliveries/${id}`)).body
    office.deliveries.start()
    const corrected = { ...payload, email: 'ward@example.org' }
    expect(await office.ask('PUT', `/deliveries/${id}`, { payload: corrected })).toEqual({
      status: 200,
      body: { queued: 1 },
    })
    expect((await office.automation.next()).delivery).toMatchObject({ id, payload: corrected, wanted: 2 })
  })

  test('reopens a closed receiver if a report is corrected', async () => {
    const { id } = await office.parkedReport()
    const { payload } = (await office.ask('GET', `/deliveries/${id}`)).body
    await closeReceiver(database.db, { target: 'automation', receiver: receiverOf(WEBHOOK) ?? '' }, 'Gone.')
    office.deliveries.start()
    await office.ask('PUT', `/deliveries/${id}`, { payload: { ...payload, email: 'ward@example.org' } })
    expect((await office.automation.next()).delivery).toMatchObject({ id })
  })

  test('accepts only a complete report of the same step for a parked one', async () => {
    const { id } = await office.parkedReport()
    const payload = { ...REPORT, session_id: 'sale_1' }
    const correct = (to: object, which = id) => office.ask('PUT', `/deliveries/${which}`, { payload: to })
    expect(await correct({ ...payload, step: 'contract-signed' })).toMatchObject({ status: 409 })
    expect(await correct({ ...payload, session_id: 'sale_2' })).toMatchObject({ status: 409 })
    expect(await correct({ ...payload, email: 7 })).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', details: 'payload.email: invalid_type' },
    })
    expect(await correct(payload, 999_999)).toMatchObject({ status: 404 })
    await office.ask('POST', '/deliveries/retry', { ids: [id] })
    expect(await correct(payload)).toMatchObject({
      status: 409,
      body: { details: 'The report is not parked.' },
    })
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    const [push] = await office.list('?target=crm')
    expect(await correct(payload, push?.id)).toMatchObject({ status: 409 })
  })

  test('of a sale queues its parked push again', async () => {
    await office.call('POST', '/rest/v1/opportunities', { session_id: 'sale_1', status: 'open' })
    await office.attempt('crm', 'sale_1', refused)
    expect(await office.list('?target=crm')).toMatchObject([{ state: 'parked' }])
    await office.call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', {
      customer_email: 'ada@example.org',
    })
    expect(await office.list('?target=crm')).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }])
  })

  const soldTo = async (customer: object) => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null, ...customer })
    await office.attempt('crm', 'sale_1', refused)
    const [parked] = await office.list('?target=crm&state=parked')
    const stored = async () =>
      (await office.call('GET', '/rest/v1/opportunities?select=customer_name,customer_email,customer_phone'))
        .body[0]
    return { id: parked?.id, stored }
  }
  const ADA = { customer_name: 'Ada Ward', customer_email: 'ada@', customer_phone: '07700 900123' }

  test('changes the customer of a parked push, trimmed, and queues it again', async () => {
    const { id, stored } = await soldTo(ADA)
    const customer = { customer_email: ' ada@example.org ' }
    expect(await office.ask('PUT', `/deliveries/${id}`, { customer })).toEqual({
      status: 200,
      body: { queued: 1 },
    })
    expect(await stored()).toEqual({ ...ADA, customer_email: 'ada@example.org' })
    expect(await office.list('?target=crm')).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  test('is refused as a whole if it would blank a field', async () => {
    const { id, stored } = await soldTo(ADA)
    const correct = (customer: object) => office.ask('PUT', `/deliveries/${id}`, { customer })
    expect(await correct({ customer_name: 'Ada Wood', customer_email: '', customer_phone: ' \t ' })).toEqual({
      status: 422,
      body: {
        code: 'customer_stays_filled',
        message: 'Email and phone cannot be blank: the customer has given them.',
        details: null,
        hint: null,
      },
    })
    expect(await correct({ customer_name: '\u00a0' })).toMatchObject({
      status: 422,
      body: { message: 'Name cannot be blank: the customer has given it.' },
    })
    expect(await stored()).toEqual(ADA)
    expect(await office.list('?target=crm')).toMatchObject([{ state: 'parked' }])
  })

  test('does not require fields the sale has not reached, and stores no blanks', async () => {
    const { id, stored } = await soldTo({ customer_email: 'ada@' })
    const customer = { customer_name: '  ', customer_email: 'ada@example.org', customer_phone: '' }
    expect(await office.ask('PUT', `/deliveries/${id}`, { customer })).toMatchObject({ status: 200 })
    expect(await stored()).toEqual({
      customer_name: null,
      customer_email: 'ada@example.org',
      customer_phone: null,
    })
  })

  test('is refused if the sale is signed, and for the customer of a report', async () => {
    const { id, stored } = await soldTo(ADA)
    const report = await office.parkedReport()
    const customer = { customer_name: 'Ada Wood' }
    expect(await office.ask('PUT', `/deliveries/${report.id}`, { customer })).toMatchObject({ status: 409 })
    expect(await office.ask('PUT', '/deliveries/999999', { customer })).toMatchObject({ status: 404 })
    await office.call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', {
      status: 'closed-won',
      contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
    })
    expect(await office.ask('PUT', `/deliveries/${id}`, { customer })).toMatchObject({
      status: 422,
      body: { code: 'signed_terms_are_sealed' },
    })
    expect(await stored()).toEqual(ADA)
  })
})
