import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
const PICTURE = 'data:image/png;base64,iVBORw0KGgo='

describe.each(DATABASES)('The milestones of a sale on the %s database', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(() => database.db.deleteFrom('opportunities').execute())

  const create = (fields: object) =>
    database.db
      .insertInto('opportunities')
      .values({ session_id: 'sale_1', ...fields })
      .execute()
  const change = (fields: object) => database.db.updateTable('opportunities').set(fields).execute()
  const milestones = () =>
    database.db
      .selectFrom('opportunities')
      .select(['qualified_at', 'won_at', 'lost_at'])
      .executeTakeFirstOrThrow()

  test('are set as it reaches each status, and stay', async () => {
    await create({ status: 'open' })
    expect(await milestones()).toEqual({ qualified_at: null, won_at: null, lost_at: null })
    await change({ status: 'qualified' })
    const qualified = await milestones()
    expect(qualified).toEqual({ qualified_at: MOMENT, won_at: null, lost_at: null })
    await change({ notes: 'Ring twice' })
    expect(await milestones()).toEqual(qualified)
    await change({ status: 'closed-won', contract_signature: PICTURE, closed_by: 'agent' })
    expect(await milestones()).toEqual({ ...qualified, won_at: MOMENT })
  })

  test('record when it was lost, until the CRM reopens it', async () => {
    await create({ status: 'open' })
    await change({ status: 'closed-won', closed_by: 'crm' })
    const { won_at } = await milestones()
    await change({ status: 'closed-lost', closed_by: 'crm' })
    expect(await milestones()).toEqual({ qualified_at: null, won_at, lost_at: MOMENT })
    await change({ status: 'closed-won', closed_by: 'crm' })
    expect(await milestones()).toEqual({ qualified_at: null, won_at, lost_at: null })
  })

  test.each([
    [{ status: 'qualified' }, 'qualified_at'],
    [{ status: 'closed-won', contract_signature: PICTURE, closed_by: 'agent' }, 'won_at'],
    [{ status: 'closed-lost', closed_by: 'crm' }, 'lost_at'],
  ] as const)('are set for a sale that begins as %o', async (fields, milestone) => {
    await create(fields)
    const none = { qualified_at: null, won_at: null, lost_at: null }
    expect(await milestones()).toEqual({ ...none, [milestone]: MOMENT })
  })

  test('are kept if a sale arrives with them', async () => {
    const won_at = '2026-07-08T09:30:00.000Z'
    await create({ status: 'closed-won', contract_signature: PICTURE, closed_by: 'agent', won_at })
    expect(await milestones()).toMatchObject({ won_at })
  })
})
