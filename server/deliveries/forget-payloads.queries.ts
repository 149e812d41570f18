import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** How long what was sent, or could not be sent, can still be sent again (decision 14). */
const DELIVERED_HOURS = 72
const PARKED_DAYS = 30

const TOO_OLD = sql`(state = 'delivered' and updated_at < now() - ${DELIVERED_HOURS}::integer * interval '1 hour'
  or state = 'parked' and updated_at < now() - ${PARKED_DAYS}::integer * interval '1 day')`

/** Removes the contents of at most so many reports that are too old, and answers of how many. */
export async function forgetOldPayloads(db: Db, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set payload = null, reason = case state when 'parked'
      then concat_ws(' ', reason, ${`Its content was deleted after ${PARKED_DAYS} days.`}::text) end
    where id in (
      select id from deliveries where payload is not null and ${TOO_OLD} limit ${most} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
