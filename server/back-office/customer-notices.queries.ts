import { type RawBuilder, sql } from 'kysely'
import type { CustomerNotice } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'

const LATEST = 50

/** What customers said last of their signed sales, newest first. */
export const listCustomerNotices = (db: Db): Promise<CustomerNotice[]> => listNotices(db, sql`true`)

/** What the customer said last of one sale, newest first. */
export const listNoticesOfSale = (db: Db, sessionId: string): Promise<CustomerNotice[]> =>
  listNotices(db, sql`session_id = ${sessionId}`)

async function listNotices(db: Db, which: RawBuilder<unknown>): Promise<CustomerNotice[]> {
  const { rows } = await sql<CustomerNotice>`
    select said.*, customer_name, contract_timestamp from (
      (select 'cancelled' as kind, id, session_id, received_at, words, in_time, acknowledged_at
        from cancellations
        where ${which} order by received_at desc limit ${LATEST})
      union all
      (select 'disputed', id, session_id, received_at, words, null, null from disputes
        where ${which} order by received_at desc limit ${LATEST})
    ) as said join opportunities using (session_id)
    order by received_at desc, kind, id desc limit ${LATEST}`.execute(db)
  return rows
}
