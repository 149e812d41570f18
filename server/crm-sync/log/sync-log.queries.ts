import { sql } from 'kysely'
import type { SyncLogEntry } from '#protocol/tables.ts'
import type { Db } from '../../db/schema.ts'

type SyncLogLine = Omit<SyncLogEntry, 'id' | 'created_at' | 'session_id' | 'lead_id'> &
  Partial<Pick<SyncLogEntry, 'session_id' | 'lead_id'>>

/** Writes one line of the sync log. `message` must hold no personal data. */
export async function writeSyncLog(db: Db, line: SyncLogLine): Promise<void> {
  await db
    .insertInto('ghl_sync_log')
    .values({ session_id: null, lead_id: null, ...line, duration_ms: Math.round(line.duration_ms) })
    .execute()
}

const RECENT = 10
/** The operations that move leads or sales. The other lines record checks and events of the CRM. */
const SYNCS = ['sync_leads', 'create_opportunity', 'update_opportunity']
const LINE = [
  'id',
  'operation',
  'direction',
  'session_id',
  'lead_id',
  'status',
  'message',
  'duration_ms',
  'created_at',
] as const
/** Leaves out the delivered ones, which need no work and are far more numerous. */
const OUTSTANDING = ['waiting', 'parked'] as const

/**
 * Returns the state of the sync, from our own tables only. If `onlyOf` is set, it shows only the sales of that person.
 */
export async function readSyncState(db: Db, onlyOf?: string) {
  const recent = await db
    .selectFrom('ghl_sync_log')
    .select(LINE)
    .$if(onlyOf !== undefined, (log) =>
      log.where(
        sql<boolean>`session_id is null or exists (
          select from opportunities as sale where sale.session_id = ghl_sync_log.session_id and owner_id = ${onlyOf}::uuid)`,
      ),
    )
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
  const { pending, failed, running } = counts
  const isSyncing = running > 0 || (await isPulling(db))
  const last = await findLastSync(db, ['success', 'error'])
  const succeeded = last?.status === 'success' ? last : await findLastSync(db, ['success'])
  return {
    status: isSyncing ? 'syncing' : (last?.status ?? 'idle'),
    lastSync: succeeded?.created_at ?? null,
    pending,
    failed,
    recent,
  }
}

const findLastSync = (db: Db, statuses: SyncLogEntry['status'][]) =>
  db
    .selectFrom('ghl_sync_log')
    .select(['status', 'created_at'])
    .where('operation', 'in', SYNCS)
    .where('status', 'in', statuses)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function isPulling(db: Db): Promise<boolean> {
  const running = await db
    .selectFrom('lead_pulls')
    .select('id')
    .where('state', '=', 'running')
    .where('leased_until', '>', sql<string>`now()`)
    .executeTakeFirst()
  return running !== undefined
}

/** About a week of busy agents. Older exchanges can be looked up in the CRM. */
const LINES_KEPT = 5_000
/** Small enough not to block a write. */
const BATCH_LINES = 1_000

/** Deletes all but the newest `kept` lines of the sync log. */
export async function pruneSyncLog(db: Db, stopping: AbortSignal, kept = LINES_KEPT): Promise<void> {
  while (!stopping.aborted && (await deleteOldest(db, kept)) > 0);
}

async function deleteOldest(db: Db, kept: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ghl_sync_log where id in (
      select id from ghl_sync_log order by id desc offset ${kept} limit ${BATCH_LINES}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
