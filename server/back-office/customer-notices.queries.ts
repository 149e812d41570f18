import { type RawBuilder, sql } from 'kysely'
import type { CustomerNotice } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'

const LATEST = 50
const DEALT_WITH = { which: sql`dealt_with_at is not null`, order: sql`dealt_with_at desc` }
const OPEN = { which: sql`dealt_with_at is null`, order: sql`received_at desc` }

/**
 * Returns the latest open notices from customers about their signed sales, newest first, or those that the office dealt
 * with last.
 */
export const listCustomerNotices = (db: Db, dealtWith: boolean): Promise<CustomerNotice[]> =>
  listNotices(db, dealtWith ? DEALT_WITH : OPEN)

/** Returns the latest notices from the customer of one sale, newest first. */
export const listNoticesOfSale = (db: Db, sessionId: string): Promise<CustomerNotice[]> =>
  listNotices(db, { which: sql`session_id = ${sessionId}`, order: sql`received_at desc` })

type Asked = { which: RawBuilder<unknown>; order: RawBuilder<unknown> }

async function listNotices(db: Db, { which, order }: Asked): Promise<CustomerNotice[]> {
  const { rows } = await sql<CustomerNotice>`
    select said.*, customer_name, contract_timestamp from (
      (select 'cancelled' as kind, id, session_id, received_at, words, in_time, acknowledged_at, dealt_with_at
        from cancellations where ${which} order by ${order} limit ${LATEST})
      union all
      (select 'disputed', id, session_id, received_at, words, null, null, dealt_with_at from disputes
        where ${which} order by ${order} limit ${LATEST})
    ) as said join opportunities using (session_id)
    order by ${order}, kind, id desc limit ${LATEST}`.execute(db)
  return rows
}
