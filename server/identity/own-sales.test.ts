import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { REPORT } from '../automation/reports.testing.ts'
import { writeSyncLog } from '../crm-sync/log/sync-log.queries.ts'
import { recordOf } from '../evidence/signings.testing.ts'
import { addLead } from '../testing/live-server.ts'
import { openOfficialClient } from '../testing/official-client.ts'
import { openStream } from '../testing/sse-client.ts'
import { Browser, enrolled, type House, openHouse, PASSWORD, signedIn } from './browsers.testing.ts'
import { setPhoneState } from './phone-state.queries.ts'
import { hashOf, newToken } from './secrets.ts'
import { addToken } from './tokens.queries.ts'

const SALES = '/rest/v1/opportunities'
const MARAS_PHONE = randomUUID()
let house: House
let origin: string
let mara: Browser
let ben: Browser
beforeAll(async () => {
  house = await openHouse('required')
  origin = await house.app.listen({ host: '127.0.0.1', port: 0 })
  mara = await enrolled(house, 'Mara', MARAS_PHONE)
  ben = await enrolled(house, 'Ben', randomUUID())
})
afterAll(() => house?.close())

const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code
const create = (by: Browser, session_id: string, headers: Record<string, string> = {}) =>
  by.call('POST', SALES, {
    body: { session_id, customer_name: 'Ann' },
    headers: { prefer: 'return=representation', ...headers },
  })
const patch = (by: Browser, session_id: string, headers: Record<string, string> = {}) =>
  by.call('PATCH', `${SALES}?session_id=eq.${session_id}`, { body: { notes: 'x' }, headers })
/** As the app sends them. */
const numbered = (session_id: string, sequence: number) => ({
  'idempotency-key': `${session_id}:${sequence}`,
  prefer: 'return=minimal',
})
const holdOf = async (session_id: string) => {
  const { hold, owner_id } = await house.context.db
    .selectFrom('opportunities')
    .select(['hold', 'owner_id'])
    .where('session_id', '=', session_id)
    .executeTakeFirstOrThrow()
  return { hold, owner_id }
}
const seenBy = async (browser: Browser, query = '') =>
  (await browser.call('GET', `${SALES}?select=session_id&order=session_id${query}`))
    .json<{ session_id: string }[]>()
    .map(({ session_id }) => session_id)

test('a sale belongs to the person and the phone that made it, whatever the call says', async () => {
  const answer = await create(mara, 's_mara', { 'x-phone': randomUUID() })
  expect(answer.statusCode).toBe(201)
  const [sale] = answer.json<Opportunity[]>()
  const { phone } = (await mara.identity('/me')).json<{ phone: { person: { id: string } } }>()
  expect(sale).toMatchObject({ owner_id: phone.person.id, phone_id: MARAS_PHONE, hold: null })
  const claimed = await mara.call('POST', SALES, { body: { session_id: 's_x', owner_id: randomUUID() } })
  expect(claimed.statusCode).toBeGreaterThanOrEqual(400)
})

test('agents see and change only their own sales, the office sees all', async () => {
  await create(ben, 's_ben')
  const office = await signedIn(house, 'Olga', 'office')
  expect(await seenBy(mara)).toEqual(['s_mara'])
  expect(await seenBy(ben)).toEqual(['s_ben'])
  expect(await seenBy(ben, '&or=(session_id.eq.s_mara,session_id.eq.s_ben)')).toEqual(['s_ben'])
  expect(await seenBy(office)).toEqual(['s_ben', 's_mara'])
  const counted = await mara.call('HEAD', SALES, { headers: { prefer: 'count=exact' } })
  expect(counted.headers['content-range']).toBe('0-0/1')
  const tallies = await mara.call('GET', '/functions/v1/territory/sales')
  expect(tallies.json()).toEqual([{ status: 'open', count: 1, value: 0 }])
  for (const answer of [await patch(ben, 's_mara'), await create(ben, 's_mara')])
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'not-your-sale'])
  const all = await ben.call('PATCH', `${SALES}?customer_name=eq.Ann`, { body: { notes: 'mine' } })
  expect(all.statusCode).toBe(204)
  expect((await office.call('GET', `${SALES}?select=session_id,notes&order=session_id`)).json()).toEqual([
    { session_id: 's_ben', notes: 'mine' },
    { session_id: 's_mara', notes: null },
  ])
  const retry = { target: 'automation', session_id: 's_mara' }
  expect(codeOf(await ben.office('POST', '/deliveries/retry', retry))).toBe('not-your-sale')
  expect((await ben.office('POST', '/deliveries/retry', { target: 'crm', state: 'parked' })).statusCode).toBe(
    403,
  )
  expect((await mara.office('GET', '/sales?session_id=s_mara&session_id=s_ben')).json()).toHaveLength(1)
  const given = { session_id: 's_mara', way: 'paper', at: '2026-11-29T09:00:00.000Z' }
  const report = { ...REPORT, session_id: 's_mara' }
  const evidence = recordOf('s_mara')
  for (const [path, body] of [
    ['copy-given', given],
    ['sales-progress', report],
    ['sale-evidence', evidence],
  ] as const)
    expect([path, codeOf(await ben.call('POST', `/functions/v1/${path}`, { body }))]).toEqual([
      path,
      'not-your-sale',
    ])
  const push = { sessionId: 's_mara' }
  expect(
    codeOf(await ben.call('POST', '/functions/v1/ghl-sync?endpoint=create-opportunity', { body: push })),
  ).toBe('not-your-sale')
})

test('a lead who signs in sees all sales but changes none of another agent', async () => {
  const lead = await signedIn(house, 'Lena', 'lead')
  expect(await seenBy(lead)).toEqual(['s_ben', 's_mara'])
  expect(codeOf(await patch(lead, 's_mara'))).toBe('not-your-sale')
  await lead.call('PATCH', `${SALES}?customer_name=eq.Ann`, { body: { notes: 'of Lena' } })
  expect(await seenBy(lead, '&notes=eq.of%20Lena')).toEqual([])
})

test('a person who becomes an agent can no longer sign in', async () => {
  const admin = await signedIn(house, 'Adele', 'admin')
  const former = await signedIn(house, 'Fay', 'office')
  const { person } = (await former.identity('/me')).json<{ person: { id: string } }>()
  await admin.office('PATCH', `/people/${person.id}`, { role: 'agent' })
  expect(codeOf(await former.call('GET', SALES))).toBe('sign-in-needed')
  expect(codeOf(await former.identity('/sign-in', { name: 'Fay', password: PASSWORD }))).toBe(
    'wrong-password',
  )
})

test('only people who sync the CRM may retry, and agents see the sync of only their own sales', async () => {
  const auditor = await signedIn(house, 'Aude', 'auditor')
  const retry = { target: 'crm', session_id: 's_mara' }
  expect((await auditor.office('POST', '/deliveries/retry', retry)).statusCode).toBe(403)
  const line = { operation: 'create_opportunity', direction: 'push', status: 'success', message: '' } as const
  for (const session_id of ['s_mara', 's_ben'])
    await writeSyncLog(house.context.db, { ...line, session_id, duration_ms: 1 })
  const state = await mara.call('GET', '/functions/v1/ghl-sync?endpoint=sync-status')
  expect(state.json()).toMatchObject({ recent: [{ session_id: 's_mara' }] })
})

test('a token that may only make sales reads none in response to its writes', async () => {
  const token = newToken()
  const permissions = ['make-sales'] as const
  await addToken(house.context.db, {
    name: 'Maker',
    permissions: [...permissions],
    hash: hashOf(token),
    hint: '',
    createdBy: null,
  })
  const maker = new Browser(house)
  const write = (headers: Record<string, string>) => patch(maker, 's_mara', { apikey: token, ...headers })
  expect(codeOf(await write({ prefer: 'return=representation' }))).toBe('not-allowed')
  expect((await write({})).statusCode).toBe(204)
})

test('a phone that is since enrolled for someone else still sends what it made', async () => {
  const taken = await enrolled(house, 'Cara', MARAS_PHONE)
  expect(codeOf(await patch(mara, 's_mara'))).toBe('phone-unknown')
  expect((await patch(taken, 's_mara')).statusCode).toBe(204)
  expect(await seenBy(taken)).toEqual([])
})

test('the stream carries all leads but the sales of only one person', async () => {
  const dora = await enrolled(house, 'Dora', randomUUID())
  const stream = await openStream(`${origin}${CHANGES_PATH}?apikey=public-anon-key`, {
    cookie: `doorstep-phone=${dora.cookies.get('doorstep-phone')}`,
  })
  await stream.next()
  await create(ben, 's_ben_2')
  await create(dora, 's_dora')
  let event = await stream.next()
  while (event && !event.data.includes('s_dora')) {
    expect(event.data).not.toContain('s_ben')
    event = await stream.next()
  }
  expect(event?.data).toContain('s_dora')
  // A suspension ends the stream, even if another process suspends the phone.
  const { phone } = (await dora.identity('/me')).json<{ phone: { id: string } }>()
  await setPhoneState(house.context.db, { actor: 'operator' }, phone.id, 'suspended')
  while (await stream.next());
  expect(codeOf(await dora.call('GET', '/rest/v1/leads'))).toBe('phone-suspended')
})

test('a suspended phone sends what it has, which is held, and reads nothing', async () => {
  const id = randomUUID()
  const phone = await enrolled(house, 'Finn', id)
  await create(phone, 's_before')
  await setPhoneState(house.context.db, { actor: 'operator' }, id, 'suspended')
  house.context.callers.forget()
  await create(phone, 's_after', numbered('s_after', 1))
  expect((await patch(phone, 's_before', numbered('s_before', 2))).statusCode).toBe(204)
  const office = await signedIn(house, 'Otto', 'office')
  const holds = await office.call('GET', `${SALES}?select=session_id,hold&hold=not.is.null&order=session_id`)
  expect(holds.json()).toEqual([
    { session_id: 's_after', hold: 'phone-suspended' },
    { session_id: 's_before', hold: 'phone-suspended' },
  ])
  const reads = [
    await phone.call('GET', SALES),
    await create(phone, 's_after', { 'idempotency-key': 's_after:2' }),
    await phone.call('PATCH', `${SALES}?status=eq.open`, { body: { notes: 'x' } }),
    await patch(phone, 's_after'),
  ]
  expect(reads.map(codeOf)).toEqual(reads.map(() => 'phone-suspended'))
  await office.office('PUT', `/phones/${id}/state`, { state: 'active' })
  expect((await phone.call('GET', SALES)).statusCode).toBe(200)
  const [later] = (await create(phone, 's_later')).json<Opportunity[]>()
  expect(later?.hold).toBeNull()
})

test.each([
  ['who is retired', 'Gus', { status: 'retired' }],
  ['who does not sell any more', 'Gil', { role: 'office' }],
])('the phone of a person %s sends what it has, which is held', async (_, name, change) => {
  const phone = await enrolled(house, name, randomUUID())
  const admin = await signedIn(house, `Admin of ${name}`, 'admin')
  const { people } = (await admin.office('GET', '/people')).json<{ people: { id: string; name: string }[] }>()
  const gus = people.find((person) => person.name === name)?.id
  expect((await admin.office('PATCH', `/people/${gus}`, change)).statusCode).toBe(200)
  await create(phone, `s_${name}`, numbered(`s_${name}`, 1))
  expect(await holdOf(`s_${name}`)).toEqual({ hold: 'person-suspended', owner_id: gus })
})

test('a wiped phone is asked once, confirms, and is then unknown', async () => {
  const id = randomUUID()
  const phone = await enrolled(house, 'Hal', id)
  const office = await signedIn(house, 'Oda', 'office')
  expect((await phone.identity('/wiped', {})).json<{ phone: object | null }>().phone).toMatchObject({ id })
  await office.office('PUT', `/phones/${id}/state`, { state: 'wiping' })
  const report = {
    id,
    is_installed: false,
    is_kept: true,
    area: null,
    unsent_sales: 2,
    unsent_signed: 1,
    unsent_since: '2026-07-01T09:00:00Z',
    refused_sales: 1,
  }
  expect((await phone.call('POST', '/functions/v1/phones', { body: report })).json()).toMatchObject({
    state: 'wiping',
  })
  const credential = phone.cookies.get('doorstep-phone') ?? ''
  await phone.identity('/wiped', {})
  expect(phone.cookies.has('doorstep-phone')).toBe(false)
  phone.cookies.set('doorstep-phone', credential)
  expect(codeOf(await phone.call('GET', '/rest/v1/leads'))).toBe('phone-unknown')
  const { phones } = (await office.office('GET', '/phones')).json<{
    phones: { id: string }[]
  }>()
  // It sent what waited; what had been refused is lost.
  const handedIn = { unsent_sales: 0, unsent_signed: 0, unsent_since: null, refused_sales: 1 }
  const wiped = { state: 'wiped', needs_attention: false, ...handedIn }
  expect(phones.find((one) => one.id === id)).toMatchObject(wiped)
})

test('a program with a token follows what it may read, through the official client', async () => {
  const admin = await signedIn(house, 'Root', 'admin')
  const follow = async (...permissions: string[]) => {
    const made = await admin.office('POST', '/tokens', { name: 'follower', permissions })
    const client = openOfficialClient(origin, made.json<{ token: string }>().token)
    const channel = client.follow('all', [{ table: '*' }])
    await channel.reached('SUBSCRIBED')
    return { client, channel }
  }
  const both = await follow('read-leads', 'read-sales')
  const leadsOnly = await follow('read-leads')
  await create(ben, 's_followed')
  await addLead(house.context.db, '1 Oak Hill')
  house.context.changeFeed.wake()
  const tables = (changes: readonly { table: string }[]) => changes.map(({ table }) => table)
  expect(tables(await both.channel.next(2))).toEqual(['opportunities', 'leads'])
  expect(tables(await leadsOnly.channel.next(1))).toEqual(['leads'])
  for (const { client } of [both, leadsOnly]) await client.close()
})
