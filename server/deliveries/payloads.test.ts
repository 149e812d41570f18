import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failed } from '#domain/kernel/result.ts'
import { REPORT } from '../automation/reports.testing.ts'
import { silentLog } from '../crm-sync/push/sales.testing.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { answeredByHand } from './attempts.testing.ts'
import { createDeliveries } from './deliveries.ts'
import { forgetPayloads } from './payloads.queries.ts'
import { queueProgress } from './states.queries.ts'

const never = new AbortController().signal

describe('The payloads of reports', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('deliveries').execute()
  })

  const settled = async (state: string, ago: string) => {
    const { db } = database
    await queueProgress(db, {
      sessionId: `${state} ${ago}`,
      sequence: 1,
      payload: { step: 'contract-signed' },
    })
    await sql`alter table deliveries disable trigger deliveries_touch`.execute(db)
    await sql`
      update deliveries set state = ${state}, updated_at = now() - ${ago}::interval,
        reason = case ${state}::text when 'parked' then 'Refused.' end
      where session_id = ${`${state} ${ago}`}`.execute(db)
    await sql`alter table deliveries enable trigger deliveries_touch`.execute(db)
  }
  const rows = () => database.db.selectFrom('deliveries').selectAll().orderBy('id').execute()

  test('are kept while they may be sent again', async () => {
    await settled('waiting', '90 days')
    await settled('delivered', '71 hours')
    await settled('parked', '29 days')
    await forgetPayloads(database.db, never)
    expect((await rows()).map(({ payload }) => payload)).toEqual(Array(3).fill({ step: 'contract-signed' }))
  })

  test('are deleted three days after delivery, but not time and step', async () => {
    await settled('delivered', '73 hours')
    const before = await rows()
    await forgetPayloads(database.db, never)
    expect(await rows()).toEqual([{ ...before[0], payload: null }])
    expect(before[0]).toMatchObject({ step: 'contract-signed' })
  })

  test('are deleted if parked for a month, with a note in the reason', async () => {
    await settled('parked', '31 days')
    await forgetPayloads(database.db, never)
    expect(await rows()).toMatchObject([
      { state: 'parked', payload: null, reason: 'Refused. Its content was deleted after 30 days.' },
    ])
  })

  test.each(['later', 'never'] as const)(
    'are erased, and the reason says so, even if an attempt then fails (%s)',
    async (retry) => {
      const automation = answeredByHand()
      const handlers = { crm: answeredByHand().handler, automation: automation.handler }
      const deliveries = createDeliveries({ db: database.db, log: silentLog, handlers })
      await queueProgress(database.db, { sessionId: 'sale_1', sequence: 1, payload: REPORT })
      const ended = deliveries.runNow('automation', 'sale_1')
      const { answer } = await automation.next()
      await erasePerson(database.db, REPORT.email)
      answer(failed({ retry, message: 'The receiver answered 500.', status: 500 }))
      await ended
      expect(await rows()).toMatchObject([
        { state: 'parked', payload: null, reason: 'Its content was erased.', lease: null },
      ])
    },
  )
})
