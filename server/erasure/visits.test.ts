import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { erasePerson } from './person.queries.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('postgres')
})
afterAll(() => database.close())

test('An erasure blanks what was noted at a door, and keeps the outcome of the visit', async () => {
  const { db } = database
  const { id } = await addLead(db, '7 Quill Lane', { contact_email: 'mara@example.com' })
  await db
    .insertInto('visits')
    .values({
      id: '00000000-0000-4000-8000-000000000001',
      lead_id: id,
      area: '',
      outcome: 'call-back',
      occurred_at: '2026-03-02T10:00:00Z',
      note: 'Ask for Mara',
      call_back_on: '2026-03-05',
      call_back_at: '17:30',
    })
    .execute()
  await erasePerson(db, 'mara@example.com')
  expect(await db.selectFrom('visits').selectAll().execute()).toMatchObject([
    {
      outcome: 'call-back',
      note: null,
      call_back_on: null,
      call_back_at: null,
      erased_at: expect.any(String),
    },
  ])
})
