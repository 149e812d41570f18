import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import type { OpportunityRow } from './rows/sales.ts'

const SIGNATURE = 'data:image/png;base64,iVBORw0KGgo='
const NO_PICTURE = 'data:image/ this is no picture'
const priced = {
  service_monthly_price: 30,
  service_installation_price: 1264,
  voucher_amount: 500,
  customer_discount: 500,
  total_value: 794,
}

describe.each(DATABASES)('the %s database', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('opportunities').execute()
    await database.db.insertInto('opportunities').values({ session_id: 's1' }).execute()
  })

  const update = (change: Updateable<OpportunityRow>) =>
    database.db.updateTable('opportunities').set(change).where('session_id', '=', 's1').execute()

  test('keeps a priced, signed sale', async () => {
    await update({ ...priced, status: 'qualified' })
    await update({ status: 'closed-won', contract_signature: SIGNATURE, closed_by: 'agent' })
    expect(await database.db.selectFrom('opportunities').select(['status', 'total_value']).execute()).toEqual(
      [{ status: 'closed-won', total_value: '794.00' }],
    )
  })

  test('refuses a second row for the same sale', async () => {
    const again = database.db.insertInto('opportunities').values({ session_id: 's1' }).execute()
    await expect(again).rejects.toMatchObject({ code: '23505' })
  })

  test.for([
    [
      'a discount above the voucher',
      { ...priced, customer_discount: 501, total_value: 793 },
      'discount_within_voucher',
    ],
    ['a discount where there is no voucher', { customer_discount: 1 }, 'discount_within_voucher'],
    [
      'a discount below zero',
      { ...priced, customer_discount: -1, total_value: 1295 },
      'discount_within_voucher',
    ],
    ['a total that does not add up', { ...priced, total_value: 795 }, 'total_adds_up'],
    [
      'a price below zero',
      { ...priced, service_monthly_price: -30, total_value: 734 },
      'amounts_are_not_negative',
    ],
    ['a won sale without a signature', { status: 'closed-won' }, 'won_needs_a_signature'],
    [
      'a won sale signed with an empty text',
      { status: 'closed-won', contract_signature: '' },
      'won_needs_a_signature',
    ],
    [
      'a won sale signed with what is no picture',
      { status: 'closed-won', contract_signature: NO_PICTURE },
      'won_needs_a_signature',
    ],
    [
      'a sale that an agent gives up as lost',
      { status: 'closed-lost', closed_by: 'agent' },
      'lost_is_set_by_the_crm',
    ],
  ] as const)('refuses %s', async ([, change, constraint]) => {
    await expect(update(change)).rejects.toMatchObject({ code: '23514', constraint })
  })

  test('refuses a status that moves back, except where the CRM reopens what it closed', async () => {
    await update({ status: 'qualified' })
    const back = { code: '23514', constraint: 'status_never_moves_back' }
    await expect(update({ status: 'open' })).rejects.toMatchObject(back)
    await update({ status: 'closed-lost', closed_by: 'crm' })
    await update({ status: 'open', closed_by: null })
    expect(await database.db.selectFrom('opportunities').select('status').execute()).toEqual([
      { status: 'open' },
    ])
  })

  test('lets the CRM win an unsigned sale, and reopen one that an agent has won', async () => {
    await update({ status: 'closed-won', closed_by: 'crm' })
    await update({ contract_signature: SIGNATURE, closed_by: 'agent' })
    const back = { code: '23514', constraint: 'status_never_moves_back' }
    await expect(update({ status: 'open' })).rejects.toMatchObject(back)
    await update({ status: 'open', closed_by: null, sealed: true })
    const sealed = { code: '23514', constraint: 'signed_terms_are_sealed' }
    await expect(update({ total_value: 1 })).rejects.toMatchObject(sealed)
    await update({ notes: 'Rings back' })
  })

  test('refuses a signature that is not a picture, for a sale that the CRM has won and for a new one', async () => {
    await update({ status: 'closed-won', closed_by: 'crm' })
    const unsigned = { code: '23514', constraint: 'won_needs_a_signature' }
    const won = { contract_signature: NO_PICTURE, closed_by: 'agent' } as const
    await expect(update(won)).rejects.toMatchObject(unsigned)
    const begin = database.db
      .insertInto('opportunities')
      .values({ session_id: 's2', ...won, status: 'closed-won' })
    await expect(begin.execute()).rejects.toMatchObject(unsigned)
  })

  test('still writes a sale that was once won without a picture', async () => {
    const triggers = (what: string) =>
      sql`alter table opportunities ${sql.raw(what)} trigger opportunities_won_with_a_picture`.execute(
        database.db,
      )
    await triggers('disable')
    await update({ status: 'closed-won', contract_signature: NO_PICTURE, closed_by: 'agent' })
    await triggers('enable')
    await update({ ghl_opportunity_id: 'g' })
    await update({ status: 'closed-lost', closed_by: 'crm' })
  })

  test('sets the time of an update itself', async () => {
    await update({ notes: 'x', updated_at: '2001-01-01T00:00:00.000Z' })
    const { updated_at } = await database.db
      .selectFrom('opportunities')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    expect(updated_at > '2020').toBe(true)
  })

  test('records every change for the phones, never with the signature', async () => {
    await update({ contract_signature: SIGNATURE })
    const changes = await database.db.selectFrom('changes').select(['type', 'record']).orderBy('id').execute()
    expect(changes.slice(-2)).toMatchObject([
      { type: 'INSERT', record: { session_id: 's1' } },
      { type: 'UPDATE', record: { session_id: 's1' } },
    ])
    expect(JSON.stringify(changes)).not.toContain('data:image')
  })

  // If it took time for each pair of rows, the statement would time out.
  test.runIf(kind === 'postgres')('records a change to many leads after changes to single ones', async () => {
    const LEADS = 20_000
    await sql`insert into leads (street_address) select n || ' High St' from generate_series(1, ${LEADS}::int) n`.execute(
      database.db,
    )
    await database.db.connection().execute(async (session) => {
      const { rows } = await sql<{ id: string }>`select id from leads limit 20`.execute(session)
      for (const { id } of rows)
        await sql`update leads set notes = 'One by one' where id = ${id}`.execute(session)
      await sql`update leads set notes = 'All at once'`.execute(session)
    })
    const { rows } = await sql`
      select count(*)::int as count from changes where record ->> 'notes' = 'All at once'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ count: LEADS }])
  })
})
