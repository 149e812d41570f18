import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Crm, CrmSale } from '../../port.ts'
import { openSale } from '../../sale.testing.ts'
import { connectTo, settingsFor, unlimited } from '../adapter.testing.ts'
import { duplicateOpportunity } from '../double/answers.ts'
import { type GoHighLevelDouble, startGoHighLevelDouble } from '../double/go-high-level-double.ts'
import { createGoHighLevelCrm } from '../gohighlevel-crm.ts'

describe('A sale pushed to GoHighLevel', () => {
  let double: GoHighLevelDouble
  let crm: Crm
  let contactId: string

  beforeEach(async () => {
    double = await startGoHighLevelDouble({ contacts: 1 })
    crm = connectTo(double).crm
    contactId = double.contacts()[0]?.id as string
  })
  afterEach(() => double?.close())

  const saleOf = (sessionId: string) =>
    openSale({ sessionId, contactId, location: '1 High Street', voucherAmount: 500 })
  async function create(sale: CrmSale): Promise<string> {
    const created = await crm.createOpportunity(sale)
    return created.ok ? created.value.opportunityId : created.failure.code
  }
  const addByHand = (status: 'open' | 'won' | 'lost') =>
    double.addOpportunity({ contactId, pipelineId: double.pipelineId, name: 'By hand', status })

  test('arrives complete: name, value, stage and custom fields', async () => {
    const sale = { ...saleOf('sale_1'), customerName: 'Ada Ward', servicePackageName: 'Premium Fiber' }
    const id = await create(sale)
    await crm.updateOpportunity(id, { ...sale, status: 'closed-won', totalValue: 1294, contractSigned: true })
    expect(double.opportunities()).toMatchObject([
      {
        name: 'Ada Ward - Premium Fiber',
        status: 'won',
        pipelineStageId: double.stages.won,
        monetaryValue: 1294,
        fields: {
          'opportunity.session_id': 'sale_1',
          'opportunity.service_package_name': 'Premium Fiber',
          'opportunity.voucher_amount': '500',
          'opportunity.contract_signed': 'true',
        },
      },
    ])
  })

  test('is created once by ten simultaneous calls, even if GoHighLevel allows duplicates', async () => {
    double.state.duplicates = 'allowed'
    const ids = await Promise.all(Array.from({ length: 10 }, () => create(saleOf('sale_1'))))
    expect(double.opportunities().map(({ id }) => id)).toEqual([...new Set(ids)])
    expect(double.opportunities()).toHaveLength(1)
  })

  test('keeps its stage if the settings name none', async () => {
    crm = connectTo(double, { settings: { stages: {} } }).crm
    const { id } = addByHand('open')
    double.changeOpportunity(id, { pipelineStageId: double.stages.qualified })
    await create(saleOf('sale_1'))
    expect(double.opportunities()).toMatchObject([{ id, pipelineStageId: double.stages.qualified }])
  })

  test.each(['open', 'lost'] as const)(
    'adopts the %s opportunity if GoHighLevel refuses a duplicate',
    async (status) => {
      double.state.duplicates = 'any'
      const { id } = addByHand(status)
      double.setFaults(({ operation }) => (operation === 'search-opportunities' ? 'stale-search' : undefined))
      expect(await create(saleOf('sale_1'))).toBe(id)
      expect(double.opportunities()).toMatchObject([
        { id, status: 'open', name: '1 High Street', fields: { 'opportunity.session_id': 'sale_1' } },
      ])
    },
  )

  test.each(['not found', 'invalid'] as const)(
    'distinguishes a deleted opportunity, whose id is %s, from a refused update',
    async (goneIds) => {
      double.state.goneIds = goneIds
      const won = { ...saleOf('sale_1'), status: 'closed-won' as const }
      const id = await create(saleOf('sale_1'))
      const settings = { stages: { 'closed-won': 'no-such-stage' } }
      const failureOf = async (connected: Crm) => {
        const updated = await connected.updateOpportunity(id, won)
        return updated.ok ? undefined : updated.failure.code
      }
      expect(await failureOf(connectTo(double, { settings }).crm)).toBe('validation')
      double.state.opportunities.clear()
      expect(await failureOf(crm)).toBe('not-found')
      expect(await crm.readOpportunity(id)).toEqual({ ok: true, value: null })
    },
  )

  test('gets another contact if its own was deleted', async () => {
    const id = await create({ ...saleOf('sale_1'), contactId: 'deleted', customerEmail: 'ada@example.org' })
    const contact = double.contacts().at(-1)
    expect(contact?.email).toBe('ada@example.org')
    expect(double.opportunities()).toMatchObject([{ id, contactId: contact?.id }])
  })

  test('does not touch a deal that the office has won, and gets its own beside it', async () => {
    double.state.duplicates = 'allowed'
    const { id } = addByHand('won')
    const own = await create(saleOf('sale_1'))
    expect(double.opportunities()).toMatchObject([
      { id, name: 'By hand', status: 'won' },
      { id: own, status: 'open', fields: { 'opportunity.session_id': 'sale_1' } },
    ])
  })

  test('is refused if GoHighLevel allows no other deal beside one that the office has won', async () => {
    const { id } = addByHand('won')
    expect(await create(saleOf('sale_1'))).toBe('conflict')
    expect(double.opportunities()).toMatchObject([{ id, name: 'By hand', status: 'won' }])
  })

  test('should not take a deal out of another pipeline, even if GoHighLevel allows no other', async () => {
    const { id } = double.addOpportunity({ contactId, pipelineId: 'survey', name: 'By hand', status: 'open' })
    const { status, body } = duplicateOpportunity(id)
    const strict = createGoHighLevelCrm({
      settings: settingsFor(double),
      budget: unlimited,
      findOwningSession: async () => null,
      fetch: async (url, init) =>
        init?.method === 'POST' ? new Response(JSON.stringify(body), { status }) : fetch(url, init),
    })
    expect(await strict.createOpportunity(saleOf('sale_1'))).toMatchObject({
      ok: false,
      failure: { code: 'conflict', retry: 'never', message: expect.stringContaining('outside the pipeline') },
    })
    expect(double.opportunities()).toMatchObject([{ id, pipelineId: 'survey', name: 'By hand' }])
  })

  test.each([
    ['in another pipeline', { pipelineId: 'installations' }],
    ['without a status', { status: undefined as never }],
  ])('has no sale status if its deal is %s', async (_, change) => {
    const id = await create(saleOf('sale_1'))
    double.changeOpportunity(id, change)
    expect(await crm.readOpportunity(id)).toMatchObject({ ok: true, value: { status: null } })
  })

  test('finds the owner by our links if GoHighLevel stores no session id', async () => {
    double.state.customFields.opportunity = []
    const id = await create(saleOf('sale_1'))
    expect(await create(saleOf('sale_2'))).toBe(id)
    await crm.updateOpportunity(id, { ...saleOf('sale_2'), status: 'closed-won' })
    for (const isStale of [false, true]) {
      double.setFaults(({ operation }) =>
        isStale && operation === 'search-opportunities' ? 'stale-search' : undefined,
      )
      expect(await create(saleOf('sale_1'))).toBe('conflict')
    }
    expect(await crm.updateOpportunity(id, saleOf('sale_1'))).toMatchObject({
      ok: false,
      failure: { code: 'conflict', retry: 'never' },
    })
    expect(double.opportunities()).toMatchObject([{ id, status: 'won' }])
  })

  test('should not take over a deal just won by another sale, even if the search still says open', async () => {
    const id = await create(saleOf('sale_1'))
    await crm.updateOpportunity(id, { ...saleOf('sale_1'), status: 'closed-won' })
    const late = createGoHighLevelCrm({
      settings: settingsFor(double),
      budget: unlimited,
      findOwningSession: async () => null,
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        return String(url).includes('/opportunities/search')
          ? new Response((await answer.text()).replace('"status":"won"', '"status":"open"'))
          : answer
      },
    })
    expect(await late.createOpportunity(saleOf('sale_2'))).toMatchObject({
      ok: false,
      failure: { code: 'conflict' },
    })
    expect(double.opportunities()).toMatchObject([{ id, status: 'won' }])
  })

  test('is not overwritten by the sale whose opportunity it took over', async () => {
    const id = await create(saleOf('sale_1'))
    await create(saleOf('sale_2'))
    expect(await crm.updateOpportunity(id, { ...saleOf('sale_1'), status: 'qualified' })).toMatchObject({
      ok: false,
      failure: { code: 'conflict', retry: 'never' },
    })
    expect(double.opportunities()).toMatchObject([
      { pipelineStageId: double.stages.open, fields: { 'opportunity.session_id': 'sale_2' } },
    ])
  })

  test('is not abandoned after another sale has taken it over', async () => {
    const id = await create(saleOf('sale_1'))
    await create(saleOf('sale_2'))
    for (const opportunityId of [id, null]) {
      await crm.abandonOpportunity({ sessionId: 'sale_1', contactId, opportunityId })
    }
    expect(double.opportunities()).toMatchObject([{ id, status: 'open' }])
  })

  test('is abandoned at its own contact if it has no lead', async () => {
    await create({ ...saleOf('sale_1'), contactId: null })
    await crm.abandonOpportunity({ sessionId: 'sale_1', contactId: null, opportunityId: null })
    expect(double.opportunities()).toMatchObject([{ status: 'abandoned' }])
  })

  test('gets a contact even if the agent typed no valid email or phone', async () => {
    const sale = { ...saleOf('sale_1'), contactId: null, customerEmail: 'none', customerPhone: 'ask later' }
    await create(sale)
    expect(double.contacts()[1]).toMatchObject({ phone: null, address1: '1 High Street', tags: [] })
  })

  test.each(['walk in 7', 'sale_2026-11-23T10:00:00Z_a', '😀', ' '])(
    'gets one contact even if no email address can contain its session id %o',
    async (sessionId) => {
      const sale = { ...saleOf(sessionId), contactId: null }
      const id = await create(sale)
      expect(double.opportunities()).toMatchObject([{ id }])
      await crm.abandonOpportunity({ sessionId, contactId: null, opportunityId: null })
      expect(double.opportunities()).toMatchObject([{ id, status: 'abandoned' }])
    },
  )

  test("finds a contact by its lead's phone alone", async () => {
    const lead = {
      street_address: '7 Mill Lane',
      postcode: null,
      contact_name: 'Ada Byron',
      contact_email: null,
      contact_phone: '01632 960999',
    }
    await create({ ...saleOf('sale_1'), contactId: null, lead, customerName: 'Eve Hill' })
    await create({ ...saleOf('sale_2'), contactId: null, lead })
    expect(double.contacts().slice(1)).toMatchObject([
      { email: null, phone: '01632 960999', address1: '7 Mill Lane', lastName: 'Byron' },
    ])
  })

  test('does not touch the tags of an existing contact', async () => {
    await create({ ...saleOf('sale_1'), contactId: null, customerEmail: 'ada.ward1@example.org' })
    expect(double.contacts()).toMatchObject([{ tags: [double.leadTag] }])
  })
})

describe('The list of changed opportunities', () => {
  test.each([
    ['as documented', (url: string) => url],
    ['with a cursor that does not move', (url: string) => url.replace(/&startAfter=\d+/, '')],
  ])('returns each opportunity once over several pages, %s', async (_, rewrite) => {
    const double = await startGoHighLevelDouble({ contacts: 1 })
    const { id: contactId = '' } = double.contacts()[0] ?? {}
    for (let count = 0; count < 120; count++)
      double.addOpportunity({ contactId, pipelineId: double.pipelineId, name: 'By hand', status: 'lost' })
    const crm = createGoHighLevelCrm({
      settings: settingsFor(double),
      budget: unlimited,
      findOwningSession: async () => null,
      fetch: (url, init) => fetch(rewrite(String(url)), init),
    })
    const listed: string[] = []
    for await (const page of crm.listChangedOpportunities('2020-01-01T00:00:00.000Z'))
      listed.push(...(page.ok ? page.value : []).map(({ opportunityId }) => opportunityId))
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.length).toBe(rewrite('&startAfter=1') === '' ? 100 : 120)
    await double.close()
  })

  test('returns no date that the database would refuse', async () => {
    const double = await startGoHighLevelDouble({ contacts: 1 })
    const { id: contactId = '' } = double.contacts()[0] ?? {}
    double.addOpportunity({ contactId, pipelineId: double.pipelineId, name: 'By hand', status: 'lost' })
    const crm = createGoHighLevelCrm({
      settings: settingsFor(double),
      budget: unlimited,
      findOwningSession: async () => null,
      fetch: async (url, init) => {
        const text = await (await fetch(url, init)).text()
        return new Response(text.replace(/"updatedAt":"[^"]*"/, '"updatedAt":"+275760-09-13T00:00:00.000Z"'))
      },
    })
    for await (const page of crm.listChangedOpportunities('2020-01-01T00:00:00.000Z'))
      expect(page).toMatchObject({ ok: true, value: [{ changedAt: null }] })
    expect.assertions(1)
    await double.close()
  })
})
