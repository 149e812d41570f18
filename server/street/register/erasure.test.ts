import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { addLead } from '../../testing/live-server.ts'
import { runCommandHere } from '../../testing/run-command-here.ts'
import { entryOfDoor } from './entry-of.ts'
import { findEntriesFor } from './find-entries.queries.ts'
import { addEntries } from './register.commands.ts'

const WHOM = 'mara@example.com'
const DOOR = { street_address: '7 Quill Lane', postcode: 'LL79 1AB' }

describe('An erasure', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())

  test('leaves the register as it is, and removes what the register knew of leads and sales', async () => {
    const { db } = database
    const { id: lead_id } = await addLead(db, DOOR.street_address, {
      ...DOOR,
      contact_email: WHOM,
      contact_name: 'Mara Quill',
    })
    await db
      .insertInto('opportunities')
      .values({ session_id: 'sale_1', lead_id, customer_email: WHOM })
      .execute()
    const entry = entryOfDoor({
      ...DOOR,
      id: crypto.randomUUID(),
      scope: 'household',
      at: '2026-11-24T16:00:00.000Z',
    })
    await addEntries({ db, changeFeed: { wake() {} } }, [entry])
    await db.insertInto('do_not_knock_sales').values({ session_id: 'sale_1', entry_id: entry.id }).execute()
    await db.insertInto('do_not_knock_tags').values({ lead_id }).execute()
    const { code } = await runCommandHere({ DATABASE_URL: database.url ?? '' }, ['erase', WHOM, '--yes'])
    expect(code).toBe(0)
    for (const table of [
      'leads',
      'opportunities',
      'do_not_knock_leads',
      'do_not_knock_tags',
      'do_not_knock_sales',
    ] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await findEntriesFor(db, [DOOR])).toMatchObject([
      { id: entry.id, address_key: 'll791ab|7|quill lane' },
    ])
  })
})
