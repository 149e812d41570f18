import { sql } from 'kysely'
import type { CustomerNotice } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'

const LATEST = 50

/** What customers said last of their signed sales, newest first. */
export async function listCustomerNotices(db: Db): Promise<CustomerNotice[]> {
  const { rows } = await sql<CustomerNotice>`
    select said.*, customer_name, contract_timestamp from (
      (select 'cancelled' as kind, id, session_id, received_at, words, in_time from cancellations
        order by received_at desc limit ${LATEST})
      union all
      (select 'disputed', id, session_id, received_at, words, null from disputes
        order by received_at desc limit ${LATEST})
    ) as said join opportunities using (session_id)
    order by received_at desc, kind, id desc limit ${LATEST}`.execute(db)
  return rows
}
