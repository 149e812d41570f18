import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CrmEventRow } from '../../db/rows/crm.ts'
import type { Db } from '../../db/schema.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { claimEvents, finishEvent, storeEvents } from './crm-events.queries.ts'
import { KNOWN_BY_BODY } from './read-event.ts'

const EVENTS = 2_000

describe('Claiming events of the CRM', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  beforeEach(() => database.db.deleteFrom('crm_events').execute())
  afterAll(() => database?.close())

  const store = (state: CrmEventRow['state'], recordId: ReturnType<typeof sql>) =>
    sql`
      insert into crm_events (webhook_id, type, record_kind, record_id, state)
      select ${state} || number, 'ContactUpdate', 'contact', ${recordId}, ${state}
      from generate_series(1, ${EVENTS}::integer) as number`.execute(database.db)

  /** Returns how many rows of events this transaction has read. */
  async function rowsRead(transaction: Db): Promise<number> {
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::integer as read
      from pg_stat_xact_user_tables where relname = 'crm_events'`.execute(transaction)
    return rows[0]?.read ?? 0
  }
  const claim = () =>
    database.db.transaction().execute(async (transaction) => {
      const before = await rowsRead(transaction)
      const claimed = await claimEvents(transaction, 2, 60_000)
      return { claimed, read: (await rowsRead(transaction)) - before }
    })

  test('reads each event only a few times, even if all concern one contact', async () => {
    await store('waiting', sql`'contact'`)
    const { claimed, read } = await claim()
    expect(claimed).toHaveLength(1)
    expect(read).toBeLessThan(10 * EVENTS)
    const again = await claim()
    expect(again.claimed).toEqual([])
    expect(again.read).toBeLessThan(10 * EVENTS)
  })

  test.each(['won', 'open'])(
    'keeps %s, identified by its body, if it arrives again while the record is read',
    async (repeated) => {
      const { db } = database
      const arrives = (body: string) =>
        storeEvents(db, [
          {
            webhook_id: `${KNOWN_BY_BODY}${body}`,
            type: 'OpportunityStatusUpdate',
            record_kind: 'opportunity',
            record_id: 'opportunity',
            sent_at: null,
          },
        ])
      const readFirst = async () => {
        const [event] = await claimEvents(db, 2, 60_000)
        if (!event) throw new Error('No event is due.')
        return event
      }
      await arrives('open')
      await finishEvent(db, await readFirst())
      await arrives('won')
      const reading = await readFirst()
      await arrives(repeated)
      await finishEvent(db, reading)
      const waiting = db.selectFrom('crm_events').select('webhook_id').where('state', '=', 'waiting')
      expect(await waiting.execute()).toEqual([{ webhook_id: `${KNOWN_BY_BODY}${repeated}` }])
    },
  )
})
