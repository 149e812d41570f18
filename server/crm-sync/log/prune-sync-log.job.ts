import type { Db } from '../../db/schema.ts'
import { deleteOldSyncLog } from './sync-log.queries.ts'

/** A week of busy agents; who looks further back looks into the CRM. */
const KEPT_LINES = 5_000
/** Small enough that no write waits for it. */
const BATCH_LINES = 1_000

/** Removes the oldest lines of the sync log, all but the newest ones. */
export async function pruneSyncLog(db: Db, stopping: AbortSignal, kept = KEPT_LINES): Promise<void> {
  while (!stopping.aborted && (await deleteOldSyncLog(db, kept, BATCH_LINES)) > 0);
}
