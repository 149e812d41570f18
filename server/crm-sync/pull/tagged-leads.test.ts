import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Crm, CrmLead } from '#crm/port.ts'
import { findStored } from '../../street/register/entries.queries.ts'
import { entryOfDoor } from '../../street/register/entry-of.ts'
import { addEntries, liftEntry } from '../../street/register/register.commands.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from './pull-leads.ts'

const LEAD: CrmLead = {
  contactId: 'c1',
  street_address: '1 High Street',
  postcode: 'LL79 2AB',
  household_size: null,
  voucher_value: null,
  priority: null,
  contact_name: 'Megan Pritchard',
  contact_phone: null,
  contact_email: null,
  notes: null,
  area: null,
  doNotKnock: false,
  createdAt: '2026-09-01T08:00:00.000Z',
}
const TAGGED = { ...LEAD, doNotKnock: true }
const changeFeed = { wake() {} }

describe('A pull of leads', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('leads').execute()
    await sql`alter table do_not_knock disable trigger all`.execute(database.db)
    await sql`delete from do_not_knock`.execute(database.db)
    await sql`alter table do_not_knock enable trigger all`.execute(database.db)
  })

  const pull = (...leads: CrmLead[]) =>
    pullLeads({
      db: database.db,
      crm: {
        provider: 'sandbox',
        async *pullLeads() {
          yield { ok: true, value: { leads, next: null, total: null } }
        },
      } as Pick<Crm, 'provider' | 'pullLeads'> as Crm,
      changeFeed,
      source: 'a CRM',
    })
  const statuses = async () =>
    (await database.db.selectFrom('leads').select('status').orderBy('crm_contact_id').execute()).map(
      ({ status }) => status,
    )
  const entries = () =>
    database.db.selectFrom('do_not_knock').select(['id', 'source', 'address_key', 'lifted_at']).execute()
  const atTheDoor = (street_address: string) =>
    entryOfDoor({
      id: crypto.randomUUID(),
      scope: 'household',
      at: '2026-11-24T16:00:00.000Z',
      street_address,
      postcode: 'LL79 2AB',
    })

  test('closes leads at doors on the register as they arrive', async () => {
    await addEntries({ db: database.db, changeFeed }, [atTheDoor('1 High St')])
    await pull(LEAD, { ...LEAD, contactId: 'c2', street_address: '2 High Street' })
    expect(await statuses()).toEqual(['closed-lost', 'new'])
  })

  test('takes the tag do-not-knock into the register, once', async () => {
    await pull(TAGGED)
    await pull({ ...TAGGED, contact_name: 'Megan P' })
    expect(await statuses()).toEqual(['closed-lost'])
    expect(await entries()).toMatchObject([
      { source: 'crm', address_key: 'll792ab|1|high street', lifted_at: null },
    ])
  })

  test('makes no second entry for a door that has one, because the tag may be our own', async () => {
    const entry = atTheDoor('1 High Street')
    await addEntries({ db: database.db, changeFeed }, [entry])
    await pull(TAGGED)
    expect(await entries()).toMatchObject([{ id: entry.id, source: 'door' }])
  })

  test('keeps a lifted entry lifted while the tag stays, and enters the door again if the tag returns', async () => {
    await pull(TAGGED)
    const [entry] = await entries()
    await liftEntry({ db: database.db, changeFeed }, { actor: 'office' }, entry?.id ?? '', 'asked-again')
    await pull({ ...TAGGED, notes: 'changed' })
    expect(await statuses()).toEqual(['new'])
    expect(await entries()).toHaveLength(1)
    await pull(LEAD)
    await pull(TAGGED)
    expect(await statuses()).toEqual(['closed-lost'])
    expect(await entries()).toHaveLength(2)
    expect(await findStored(database.db, [entry?.id ?? ''])).toMatchObject([
      { lifted_at: expect.any(String) },
    ])
  })

  test('reopens a lead if its new address is not on the register', async () => {
    await addEntries({ db: database.db, changeFeed }, [atTheDoor('1 High Street')])
    await pull(LEAD)
    await pull({ ...LEAD, street_address: '3 High Street' })
    expect(await statuses()).toEqual(['new'])
  })
})
