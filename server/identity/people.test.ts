import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import type { AuditPage } from '#protocol/audit.ts'
import type { Invited, PeopleListed, PersonListed } from '#protocol/people.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import { signSale } from '../evidence/signings.testing.ts'
import { Browser, type House, openHouse, PASSWORD, signedIn } from './browsers.testing.ts'
import { PEOPLE_LISTED } from './identity.requests.ts'

let house: House
let admin: Browser
let office: Browser
beforeAll(async () => {
  house = await openHouse('required')
  admin = await signedIn(house, 'Ada', 'admin')
  office = await signedIn(house, 'Olga', 'office')
})
afterAll(() => house?.close())

const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code
const add = (by: Browser, name: string, role: Role) => by.office('POST', '/people', { name, role })
const change = (by: Browser, id: string | undefined, what: object) =>
  by.office('PATCH', `/people/${id}`, what)
const people = async () => (await admin.office('GET', '/people')).json<PeopleListed>().people
const find = async (name: string) => (await people()).find((person) => person.name === name)

test('an invitation is shown once, with its address', async () => {
  const answer = await add(admin, '  Ben   Wood ', 'office')
  expect(answer.statusCode).toBe(201)
  const { person, code, address, opens } = answer.json<Invited>()
  expect([person.name, opens]).toEqual(['Ben Wood', 'sign-in'])
  expect(address).toBe(`http://localhost:80/sign-in#${code}`)
  expect((await find('Ben Wood'))?.invited_until).toMatch(/Z$/)
  expect((await admin.office('GET', '/people')).body).not.toContain(code)
  const [again] = [await admin.office('POST', `/people/${person.id}/invitations`, { opens: 'sign-in' })]
  expect(again.statusCode).toBe(201)
  const first = await new Browser(house).identity('/accept', { code, password: PASSWORD })
  expect(codeOf(first)).toBe('no-such-invitation')
  const phone = await admin.office('POST', `/people/${person.id}/invitations`, { opens: 'phone' })
  expect([phone.statusCode, codeOf(phone)]).toEqual([403, 'not-allowed'])
})

test('no two people share a name, capitals aside, until one is retired for good', async () => {
  await add(admin, 'Cara', 'agent')
  expect(codeOf(await add(admin, 'CARA', 'agent'))).toBe('name-taken')
  const cara = await find('Cara')
  expect((await change(admin, cara?.id, { status: 'retired' })).json<PersonListed>().status).toBe('retired')
  expect((await add(admin, 'Cara', 'agent')).statusCode).toBe(201)
  const back = await change(admin, cara?.id, { status: 'active' })
  expect([back.statusCode, codeOf(back)]).toEqual([409, 'person-retired'])
  const { id } = (await add(admin, 'Dan', 'agent')).json<Invited>().person
  expect(codeOf(await change(admin, id, { name: 'cara' }))).toBe('name-taken')
  expect((await change(admin, id, { name: 'Danny' })).json<PersonListed>().name).toBe('Danny')
})

test('the list of people has the documented shape', async () => {
  const list = (await admin.office('GET', '/people')).json<PeopleListed>()
  expect(list.people.length).toBeGreaterThan(1)
  expect(PEOPLE_LISTED.parse(list)).toEqual(list)
})

test('a name is the same in every spelling, and must be visible', async () => {
  expect((await add(admin, 'Zo\u00EB', 'agent')).statusCode).toBe(201)
  expect(codeOf(await add(admin, 'Zoe\u0308', 'agent'))).toBe('name-taken')
  for (const name of ['\u200B', '\u202Enib', '...', 'a\u0007'])
    expect([name, (await add(admin, name, 'agent')).statusCode]).toEqual([name, 400])
})

test('the office appoints agents and leads, and no one changes their own role', async () => {
  expect((await add(office, 'Eve', 'agent')).statusCode).toBe(201)
  expect(codeOf(await add(office, 'Fay', 'office'))).toBe('not-allowed')
  const eve = await find('Eve')
  expect((await change(office, eve?.id, { role: 'lead' })).statusCode).toBe(200)
  expect(codeOf(await change(office, eve?.id, { role: 'admin' }))).toBe('not-allowed')
  const [olga, ada] = [await find('Olga'), await find('Ada')]
  expect(codeOf(await change(office, olga?.id, { status: 'suspended' }))).toBe('not-allowed')
  expect(codeOf(await change(office, ada?.id, { status: 'suspended' }))).toBe('not-allowed')
  expect(codeOf(await change(admin, ada?.id, { role: 'office' }))).toBe('not-allowed')
})

test('two admins cannot remove each other at the same moment', async () => {
  const other = await openHouse('required')
  const [first, second] = [await signedIn(other, 'One', 'admin'), await signedIn(other, 'Two', 'admin')]
  const { people: both } = (await first.office('GET', '/people')).json<PeopleListed>()
  const idOf = (name: string) => both.find((person) => person.name === name)?.id
  const answers = await Promise.all([
    change(first, idOf('Two'), { role: 'auditor' }),
    change(second, idOf('One'), { status: 'suspended' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  const admins = await other.context.db
    .selectFrom('people')
    .select('name')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .execute()
  expect(admins).toHaveLength(1)
  await other.close()
})

test('a change is recorded with the person who made it', async () => {
  const eve = await find('Eve')
  await change(admin, eve?.id, { status: 'suspended' })
  await change(admin, eve?.id, { status: 'suspended' })
  const { acts } = (await admin.office('GET', '/audit?verb=person-changed')).json<AuditPage>()
  expect(acts.filter(({ object_id }) => object_id === eve?.id)).toEqual([
    expect.objectContaining({ actor: 'person', actor_name: 'Ada', details: { status: 'suspended' } }),
    expect.objectContaining({ actor_name: 'Olga', details: { role: 'lead' } }),
  ])
})

test('an outcome of a sale names who recorded it and who took it back', async () => {
  await signSale(house.context.db, 'sale_1')
  const id = randomUUID()
  await office.office('POST', '/sales/sale_1/outcomes', {
    id,
    kind: 'note',
    happened_on: '2026-11-01',
    words: 'x',
  })
  await admin.office('PUT', `/sales/sale_1/outcomes/${id}`, { taken_back: true })
  const events = (await admin.office('GET', '/sales/sale_1/timeline')).json<SaleEvent[]>()
  expect(events.filter(({ details }) => 'by' in details)).toEqual([
    expect.objectContaining({ kind: 'note', details: expect.objectContaining({ by: 'Olga' }) }),
    expect.objectContaining({ kind: 'outcome-taken-back', details: expect.objectContaining({ by: 'Ada' }) }),
  ])
})
