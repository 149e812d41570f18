import { sql } from 'kysely'
import type { SyncLogEntry } from '#protocol/tables.ts'
import type { Db } from '../db/schema.ts'

type SyncLogLine = Omit<SyncLogEntry, 'id' | 'created_at' | 'session_id' | 'lead_id'> &
  Partial<Pick<SyncLogEntry, 'session_id' | 'lead_id'>>

/** Writes one line of the sync log. `message` holds no personal data. */
export async function writeSyncLog(db: Db, line: SyncLogLine): Promise<void> {
  await db
    .insertInto('ghl_sync_log')
    .values({ session_id: null, lead_id: null, ...line, duration_ms: Math.round(line.duration_ms) })
    .execute()
}

const RECENT = 10
/** What is delivered is nobody's work, and far more. */
const OUTSTANDING = ['waiting', 'parked'] as const

/** How the sync stands, from our own tables alone. */
export async function readSyncState(db: Db) {
  const recent = await db
    .selectFrom('ghl_sync_log')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute()
  const counts = await db
    .selectFrom('deliveries')
    .where('target', '=', 'crm')
    .where('state', 'in', OUTSTANDING)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('pending'),
      fn.countAll<number>().filterWhere('state', '=', 'parked').as('failed'),
      fn.countAll<number>().filterWhere('leased_until', '>', sql<string>`now()`).as('running'),
    ])
    .executeTakeFirstOrThrow()
  const { lastSync } = await db
    .selectFrom('ghl_sync_log')
    .where('status', '=', 'success')
    .select(({ fn }) => fn.max('created_at').as('lastSync'))
    .executeTakeFirstOrThrow()
  const { pending, failed, running } = counts
  const status = running > 0 ? 'syncing' : (recent[0]?.status ?? 'idle')
  return { status, lastSync, pending, failed, recent }
}

/** Deletes at most `limit` of the lines older than the newest `kept`; answers how many. */
export async function deleteOldSyncLog(db: Db, kept: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ghl_sync_log where id in (
      select id from ghl_sync_log order by id desc offset ${kept} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
