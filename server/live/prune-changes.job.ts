import type { Db } from '../db/schema.ts'
import { deletePruned, markPruned, type Retention } from './changes.queries.ts'

/** A phone that was away longer reads its lists again, which is cheaper than so many changes one by one. */
const RETENTION: Retention = { days: 7, rows: 200_000 }
/** Small enough that no write waits for it. */
const BATCH_ROWS = 1_000

/** Removes the changes that are beyond the retention; a cursor before them then gets `reload`. */
export async function pruneChanges(
  db: Db,
  stopping: AbortSignal,
  retention: Retention = RETENTION,
): Promise<void> {
  const lastPruned = await markPruned(db, retention)
  if (!lastPruned) return
  while (!stopping.aborted && (await deletePruned(db, lastPruned, BATCH_ROWS)) > 0);
}
