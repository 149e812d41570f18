import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORT } from '../automation/reports.testing.ts'
import type { Db } from '../db/schema.ts'
import { queueProgress } from '../deliveries/states.queries.ts'
import { type ServedTables, serveTables } from '../postgrest/test-server.ts'
import { freshDatabase } from '../testing/databases.ts'
import { readEveryRow } from '../testing/every-row.ts'
import { addLead } from '../testing/live-server.ts'
import { runCommandHere } from '../testing/run-command-here.ts'
import { erasePerson, findPerson } from './person.queries.ts'

const WHOM = 'mara@example.com'
/** Matches only in rows about this person. */
const TRACES = /mara|quill|07700900123|ID-4711/i

const MARA = {
  customer_name: 'Mara Quill',
  customer_email: WHOM,
  customer_phone: '07700900123',
  customer_id_number: 'ID-4711',
}
const BO = {
  customer_name: 'Bo Ek',
  customer_email: 'bo@example.com',
  customer_phone: '07700900999',
  customer_id_number: 'ID-9999',
}

const { customer_name: name, customer_email: email, customer_phone: phone } = MARA
const MARAS_REPORT = { ...REPORT, name, email, phone }

/** Queues a report. Returns whether it was new. */
const report = (db: Db, sessionId: string, sequence: number) =>
  queueProgress(db, { sessionId, sequence, payload: MARAS_REPORT })

test('The command lists the people whom copies name, and the number of copies', async () => {
  const { db, url = '', close } = await freshDatabase('postgres')
  await report(db, 'no_sale', 1)
  const { said } = await runCommandHere({ DATABASE_URL: url }, ['erase', WHOM])
  expect(said).toContain('report of no_sale that names Mara Quill\n')
  expect(said).toContain('Found: 0 sales, 0 leads and 1 copies of earlier details.')
  await close()
})

describe('A customer who was corrected to another person', () => {
  let served: ServedTables
  beforeAll(async () => {
    served = await serveTables('postgres')
    const { db } = served
    await send(1, 'POST', '/rest/v1/opportunities', { session_id: 'sale_1' })
    await correct(2, MARA)
    await report(db, 'sale_1', 3)
    await correct(4, BO)
    await report(db, 'no_sale', 1)
    const moved = await addLead(db, '3 High Street', { contact_name: 'Mara Quill', contact_email: WHOM })
    await db
      .updateTable('leads')
      .set({ contact_name: 'Ada Hill', contact_email: null })
      .where('id', '=', moved.id)
      .execute()
    const deleted = await addLead(db, '4 High Street', { contact_email: WHOM })
    await db.deleteFrom('leads').where('id', '=', deleted.id).execute()
  })
  afterAll(() => served?.stop())

  /** Sends a numbered call of the sale, and returns the response. */
  async function send(sequence: number, method: string, path: string, body: object): Promise<unknown> {
    const headers = { prefer: 'return=representation', 'idempotency-key': `sale_1:${sequence}` }
    const answer = await served.call(method, path, { body, headers })
    return answer.json()
  }
  const correct = (sequence: number, customer: object) =>
    send(sequence, 'PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', customer)
  const sales = () => served.db.selectFrom('opportunities').selectAll().execute()
  const changes = async () => {
    const rows = await served.db.selectFrom('changes').select(['type', 'record']).orderBy('id').execute()
    return rows.map(({ type, record }) => {
      const { customer_name, contact_name } = record as Record<string, string | undefined>
      return [type, customer_name ?? contact_name]
    })
  }

  test('is found in answers, reports and changes', async () => {
    const found = await findPerson(served.db, WHOM)
    expect(found).toMatchObject({ sales: [], leads: [] })
    expect(found.copies.map(({ kind, of, name }) => [kind, of, name])).toEqual([
      ['answer', 'sale_1', 'Mara Quill'],
      ['change', 'sale_1', 'Mara Quill'],
      ['change', '3 High Street', 'Mara Quill'],
      ['change', '4 High Street', null],
      ['change', '4 High Street', null],
      ['report', 'sale_1', 'Mara Quill'],
      ['report', 'no_sale', 'Mara Quill'],
    ])
    expect((await findPerson(served.db, MARA.customer_phone)).copies).toHaveLength(4)
  })

  test("is erased there, and the other person's sale stays as it is", async () => {
    const before = await sales()
    expect((await erasePerson(served.db, WHOM)).copies).toHaveLength(7)
    const rows = Object.values(await readEveryRow(served.db)).flat()
    expect(rows.filter((row) => TRACES.test(row))).toEqual([])
    expect(await sales()).toEqual(before)
    expect((await findPerson(served.db, WHOM)).copies).toEqual([])
  })

  test('is in no change, though phones still receive every row', async () => {
    expect(await changes()).toEqual([
      ['INSERT', undefined],
      ['UPDATE', 'Bo Ek'],
      ['UPDATE', 'Bo Ek'],
      ['INSERT', 'Ada Hill'],
      ['UPDATE', 'Ada Hill'],
      ['DELETE', undefined],
    ])
  })

  test('should not come back if the phone repeats its calls', async () => {
    expect(await correct(2, MARA)).toMatchObject([BO])
    expect(await report(served.db, 'sale_1', 3)).toBe(false)
    expect((await findPerson(served.db, WHOM)).copies).toEqual([])
  })

  test('is in no report, and the back office reads that the content was erased', async () => {
    const reports = await served.db
      .selectFrom('deliveries')
      .select(['session_id', 'state', 'payload', 'reason'])
      .where('target', '=', 'automation')
      .orderBy('id')
      .execute()
    const erased = { state: 'parked', payload: null, reason: 'Its content was erased.' }
    expect(reports).toEqual([
      { session_id: 'sale_1', ...erased },
      { session_id: 'no_sale', ...erased },
    ])
  })
})
