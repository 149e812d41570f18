import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { runCommandHere } from '../testing/run-command-here.ts'

const SIGNATURE = 'data:image/png;base64,iVBORw0KGgo='
const YEAR_MS = 366 * 86_400_000
const yearsAgo = (years: number) => new Date(Date.now() - years * YEAR_MS).toISOString()

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('postgres')
  const signed = { status: 'closed-won', closed_by: 'agent', contract_signature: SIGNATURE } as const
  await database.db
    .insertInto('opportunities')
    .values([
      { session_id: 'sale_old', customer_name: 'Mara Quill', ...signed, received_at: yearsAgo(7) },
      { session_id: 'sale_older', ...signed, received_at: yearsAgo(8) },
      { session_id: 'sale_recent', ...signed, received_at: yearsAgo(5) },
      { session_id: 'sale_unsigned' },
    ])
    .execute()
})
afterAll(() => database?.close())

const due = (settings: Record<string, string>, ...args: string[]) =>
  runCommandHere({ DATABASE_URL: database.url ?? '', ...settings }, ['due', ...args])

test('lists the sales that were kept for the whole period, oldest first, and erases nothing', async () => {
  const { code, said } = await due({ RETENTION_YEARS: '6' })
  expect(code).toBe(0)
  const [older, old, end] = said.trim().split('\n')
  expect(older).toMatch(/^sale sale_older \(closed-won\) since \d{4}-\d\d-\d\d, without a name$/)
  expect(old).toMatch(/^sale sale_old \(closed-won\) since \d{4}-\d\d-\d\d, of Mara Quill$/)
  expect(end).toBe('2 sales are older than 6 years. Erase each person with: doorstep erase WHOM.')
  const { length } = await database.db.selectFrom('opportunities').select('id').execute()
  expect(length).toBe(4)
})

test('says that none is due', async () => {
  const { code, said } = await due({ RETENTION_YEARS: '9' })
  expect({ code, said }).toEqual({ code: 0, said: 'No sale is older than 9 years.\n' })
})

test('asks for the setting if it is missing', async () => {
  const { code, errors } = await due({ RETENTION_YEARS: '' })
  expect(code).toBe(78)
  expect(errors).toContain('RETENTION_YEARS')
})

test('refuses a period that is not a number of years', async () => {
  const { code, errors } = await due({ RETENTION_YEARS: 'six' })
  expect(code).toBe(78)
  expect(errors).toContain('RETENTION_YEARS must be a number of years from 1 to 99.')
})
