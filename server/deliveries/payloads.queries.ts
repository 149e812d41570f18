import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** How long a report can be sent again after it was delivered or parked (decision 14). */
const DELIVERED_HOURS = 72
const PARKED_DAYS = 30
/** Small enough not to delay any claim. */
const BATCH_ROWS = 500

const TOO_OLD = sql`(state = 'delivered' and updated_at < now() - ${DELIVERED_HOURS}::integer * interval '1 hour'
  or state = 'parked' and updated_at < now() - ${PARKED_DAYS}::integer * interval '1 day')`

/** Deletes the payloads of reports that were delivered or parked long ago. The reason of a parked one then says so. */
export async function forgetPayloads(db: Db, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await forgetBatch(db)) === BATCH_ROWS);
}

async function forgetBatch(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set payload = null, reason = case state when 'parked'
      then concat_ws(' ', reason, ${`Its content was deleted after ${PARKED_DAYS} days.`}::text) end
    where id in (
      select id from deliveries where payload is not null and ${TOO_OLD} limit ${BATCH_ROWS} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
