import { afterEach, expect, test } from 'vitest'
import type { CrmLead, CrmLeadPage, CrmPull } from '../../port.ts'
import { connectTo, settingsFor, unlimited } from '../adapter.testing.ts'
import { type GoHighLevelDouble, startGoHighLevelDouble } from '../double/go-high-level-double.ts'
import { createGoHighLevelCrm } from '../gohighlevel-crm.ts'

let double: GoHighLevelDouble
afterEach(() => double?.close())

async function pull(asked: Partial<CrmPull> = {}, crm = connectTo(double).crm): Promise<CrmLeadPage[]> {
  const pages: CrmLeadPage[] = []
  for await (const page of crm.pullLeads({ since: null, after: null, ...asked })) {
    if (!page.ok) throw new Error(page.failure.message)
    pages.push(page.value)
  }
  return pages
}
const searches = () => double.requests.filter(({ operation }) => operation === 'search-contacts')

test('Ten thousand leads arrive in a hundred pages, and the first page returns their number', async () => {
  double = await startGoHighLevelDouble({ contacts: 10_000 })
  const pages = await pull()
  expect(new Set(pages.flatMap(({ leads }) => leads.map(({ contactId }) => contactId))).size).toBe(10_000)
  expect(pages[0]).toMatchObject({ total: 10_000, next: expect.any(String) })
  expect(searches().length).toBeLessThanOrEqual(101)
})

test('The next page is requested before the current one is stored', async () => {
  double = await startGoHighLevelDouble({ contacts: 201 })
  let asked = 0
  const hasAsked = new Promise<void>((resolve) => {
    double.setFaults(({ operation }) => {
      if (operation === 'search-contacts') asked += 1
      if (asked === 2) resolve()
      return undefined
    })
  })
  for await (const page of connectTo(double).crm.pullLeads({ since: null, after: null })) {
    expect(page.ok).toBe(true)
    await hasAsked
  }
  expect(asked).toBe(3)
})

test('A pull resumes from a page that another process reached', async () => {
  double = await startGoHighLevelDouble({ contacts: 250 })
  const [first] = await pull()
  const rest = await pull({ after: first?.next as string })
  expect(rest.map(({ leads }) => leads.length)).toEqual([100, 50])
})

test('A pull sends no more requests if its caller leaves or a page fails', async () => {
  double = await startGoHighLevelDouble({ contacts: 500 })
  for await (const page of connectTo(double).crm.pullLeads({ since: null, after: null })) {
    expect(page.ok).toBe(true)
    break
  }
  expect(searches().length).toBeLessThanOrEqual(2)
  double.setFaults(({ body }) => (Object.hasOwn(body ?? {}, 'searchAfter') ? 'server-error' : undefined))
  const pulled: boolean[] = []
  for await (const page of connectTo(double).crm.pullLeads({ since: null, after: null })) pulled.push(page.ok)
  expect(pulled).toEqual([true, false])
})

test('A pull returns only changed contacts with the tag, and none that we created', async () => {
  double = await startGoHighLevelDouble({ contacts: 5 })
  const since = new Date().toISOString()
  const changed = double.addContact({ firstName: 'Ian', address1: '7 Mill Road', tags: ['Field-Sales'] })
  double.addContact({ firstName: 'Una', address1: '8 Mill Road', tags: ['supplier'] })
  double.addContact({ firstName: 'Walk', email: 'sale_1@doorstep.invalid', tags: ['field-sales'] })
  const leadsOf = async (pages: Promise<CrmLeadPage[]>) => (await pages).flatMap(({ leads }) => leads)
  expect(await leadsOf(pull({ since }))).toMatchObject([{ contactId: changed.id, contact_name: 'Ian' }])
  expect(await leadsOf(pull({}, connectTo(double, { settings: { leadTag: undefined } }).crm))).toHaveLength(7)
  const { crm } = connectTo(double)
  for (const [at, isLead] of [true, false, false].entries()) {
    const contactId = double.contacts()[5 + at]?.id as string
    expect(await crm.readLead(contactId)).toMatchObject({ ok: true, value: isLead ? { contactId } : null })
  }
})

/** Returns the result of `readLead` if the request for the contact gets this response, perhaps from a proxy. */
async function readLeadFrom(status: number, body: string) {
  double = await startGoHighLevelDouble({ contacts: 1 })
  const crm = createGoHighLevelCrm({
    settings: settingsFor(double),
    budget: unlimited,
    findOwningSession: async () => null,
    fetch: async (url, init) =>
      String(url).includes('/contacts/') ? new Response(body, { status }) : fetch(url, init),
  })
  return crm.readLead('c')
}

test.each([
  [404, '{"message":"Contact not found","statusCode":404}'],
  [400, '{"message":"The contact id is invalid.","statusCode":400}'],
  [422, '{"message":["id is invalid"],"statusCode":422}'],
  [200, '{"contact":{"id":"c","tags":[]}}'],
])('A lead is gone if GoHighLevel says so: %i %s', async (status, body) => {
  expect(await readLeadFrom(status, body)).toEqual({ ok: true, value: null })
})

test.each([
  [404, '<html>Not Found</html>'],
  [410, ''],
  [400, '<html>Bad Request</html>'],
  [422, 'null'],
  [302, '{"message":"not found"}'],
  [200, '{"contact":{"id":"c"}}'],
  [200, '{"contact":{"id":"c","tags":"field-sales"}}'],
])('A lead should be read again if the response is unclear: %i %s', async (status, body) => {
  expect(await readLeadFrom(status, body)).toMatchObject({ ok: false, failure: { retry: 'later' } })
})

test('The number of leads excludes the contacts that we created, even if another process resumes', async () => {
  double = await startGoHighLevelDouble({ contacts: 0 })
  const walkIn = (email: string) => double.addContact({ email, tags: ['field-sales'] })
  walkIn('sale_1@doorstep.invalid').dateUpdated = 0
  double.addContacts(120)
  walkIn('sale_2@doorstep.invalid')
  const [first] = await pull()
  expect(first?.leads).toHaveLength(99)
  const [last] = await pull({ after: first?.next as string })
  expect(last).toMatchObject({ leads: { length: 21 }, next: null, total: 120 })
})

test('A pull ends if the search repeats its cursor', async () => {
  double = await startGoHighLevelDouble({ contacts: 100 })
  const crm = createGoHighLevelCrm({
    settings: settingsFor(double),
    budget: unlimited,
    findOwningSession: async () => null,
    fetch: (url, init) => fetch(url, { ...init, ...withoutCursor(init?.body) }),
  })
  expect((await pull({}, crm)).map(({ next }) => next !== null)).toEqual([true, false])
})

const withoutCursor = (body: unknown) =>
  typeof body === 'string' ? { body: JSON.stringify({ ...JSON.parse(body), searchAfter: undefined }) } : {}

test.each<[string, string | number, Partial<CrmLead>]>([
  ['contact.household_size', 'many', { household_size: null }],
  ['contact.household_size', 4, { household_size: 4 }],
  ['contact.household_size', '2.5', { household_size: null }],
  ['contact.voucher_value', '-500', { voucher_value: null }],
  ['contact.voucher_value', '£1,500.50', { voucher_value: '1500.5' }],
  ['contact.voucher_value', 'a lot', { voucher_value: null }],
  ['contact.priority', 'HIGH', { priority: 'high' }],
  ['contact.priority', 'urgent', { priority: null }],
  ['contact.area', '', { area: 'Thornbeck' }],
  // The database refuses these characters; one such contact would stop the whole pull.
  ['contact.area', 'Mill\0 Lane \ud83c', { area: 'Mill Lane \ufffd' }],
])('The field %s with the value %j is read as %j', async (key, value, expected) => {
  double = await startGoHighLevelDouble({ contacts: 1 })
  const [contact] = double.contacts()
  if (contact) contact.fields[key] = value
  expect((await pull())[0]?.leads).toMatchObject([expected])
})

test('A contact without an address, a name or fields is still returned', async () => {
  double = await startGoHighLevelDouble({ contacts: 0 })
  double.addContact({ tags: ['field-sales'] })
  const unknown = { postcode: null, household_size: null, voucher_value: null, priority: null, area: null }
  expect((await pull())[0]?.leads).toMatchObject([{ ...unknown, street_address: '', contact_name: null }])
})

test('The tag do-not-knock is recognised in any letter case', async () => {
  double = await startGoHighLevelDouble({ contacts: 0 })
  double.addContact({ tags: ['field-sales', 'Do-Not-Knock'] })
  double.addContact({ tags: ['field-sales'] })
  const said = (await pull())[0]?.leads.map(({ doNotKnock }) => doNotKnock)
  expect(said?.toSorted()).toEqual([false, true])
})

test('A very long text is cut, but never within a character', async () => {
  double = await startGoHighLevelDouble({ contacts: 0 })
  const contact = double.addContact({ address1: `${'x'.repeat(299)}🏡 and so on`, tags: ['field-sales'] })
  contact.fields['contact.area'] = 'North '.repeat(1_000)
  const [lead] = (await pull())[0]?.leads ?? []
  expect(lead?.street_address).toBe('x'.repeat(299))
  expect(lead?.area).toHaveLength(300)
})
