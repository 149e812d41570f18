import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { STREET_PROGRESS_PATH, VISITS_PER_DAY_PATH } from '#protocol/office-street.ts'
import type { Context } from '../../context.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { addLead } from '../../testing/live-server.ts'
import { entryOfDoor } from '../register/entry-of.ts'
import { addEntries } from '../register/register.commands.ts'
import { storeVisits } from '../visits/store-visits.commands.ts'
import type { GivenVisit } from '../visits/visit-calls.ts'
import { officeStreetRoutes } from './office-street.routes.ts'
import { countVisitsPerDay } from './visits-per-day.queries.ts'

describe.each(DATABASES)('The office on the %s database', (kind) => {
  const app = Fastify()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const context = { callers: keyHolders('key'), db: database.db } as unknown as Context
    app.register(officeStreetRoutes(context), { prefix: BACK_OFFICE_PATH })
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  const visit = (lead_id: string, values: Partial<GivenVisit> = {}): GivenVisit => ({
    id: randomUUID(),
    lead_id,
    outcome: 'no-answer',
    occurred_at: new Date().toISOString(),
    note: null,
    call_back_on: null,
    call_back_at: null,
    undoes: null,
    phone: null,
    ...values,
  })
  const read = async (path: string) => {
    const answer = await app.inject({ url: BACK_OFFICE_PATH + path, headers: { apikey: 'key' } })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('counts the visits of a day in London by outcome, without those that were taken back', async () => {
    const { db } = database
    const { id } = await addLead(db, '1 Hill')
    const mistake = visit(id, { outcome: 'refused' })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await storeVisits(db, [
      visit(id),
      visit(id, { outcome: 'empty', occurred_at: tomorrow }),
      visit(id, { occurred_at: '2026-06-30T23:30:00.000Z' }),
      visit(id, { occurred_at: '2026-06-29T22:30:00.000Z' }),
      mistake,
      visit(id, { undoes: mistake.id }),
    ])
    const today = londonDateOf(new Date().toISOString())
    expect((await read(VISITS_PER_DAY_PATH)).body).toEqual([
      { day: today, counts: { 'no-answer': 1, empty: 1 } },
    ])
    expect(await countVisitsPerDay(db, '2026-07-01')).toEqual([
      { day: today, counts: { 'no-answer': 1, empty: 1 } },
      { day: '2026-07-01', counts: { 'no-answer': 1 } },
    ])
    expect(await countVisitsPerDay(db, addDays(today, 1))).toEqual([])
  })

  test('counts the doors of an area by street: visited, sold, and on the register', async () => {
    const { db } = database
    const at = (address: string, values = {}) =>
      addLead(db, address, { postcode: 'LL79 1AB', area: 'Llan', ...values })
    const visited = await at('1 Mill Lane')
    await at('2 Mill Rd')
    await at('3 Mill Lane', { status: 'closed-won' })
    const asked = await at('4 Mill Lane')
    await at('6 Mill Lane', { status: 'closed-lost' })
    const soldThenAsked = await at('7 Mill Lane', { status: 'closed-won' })
    await at('10 Oak Hill')
    await at('Y Felin')
    await at('5 Mill Lane', { area: 'Elsewhere' })
    await storeVisits(db, [visit(visited.id), visit(asked.id, { outcome: 'do-not-knock' })])
    await storeVisits(db, [visit(soldThenAsked.id, { outcome: 'do-not-knock' })])
    const oak = { scope: 'household', street_address: '10 Oak Hill', postcode: 'LL79 1AB' } as const
    const entry = entryOfDoor({ id: randomUUID(), at: new Date().toISOString(), ...oak })
    await addEntries({ db, changeFeed: { wake() {} } }, [entry])
    const { body } = await read(`${STREET_PROGRESS_PATH}?area=Llan`)
    const none = { visited: 0, sold: 0, do_not_knock: 0 }
    expect(body).toEqual({
      is_whole: true,
      streets: [
        expect.objectContaining({
          name: 'Mill Lane',
          sector: 'LL79 1',
          doors: 5,
          visited: 3,
          sold: 2,
          do_not_knock: 1,
        }),
        expect.objectContaining({ ...none, name: 'Mill Rd', doors: 1 }),
        expect.objectContaining({ ...none, name: 'Oak Hill', doors: 1, do_not_knock: 1 }),
        expect.objectContaining({ ...none, name: null, doors: 1 }),
      ],
    })
    expect((await read(STREET_PROGRESS_PATH)).status).toBe(400)
  })
})
