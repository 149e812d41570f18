import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { createLoop, type Loop } from '../jobs/loop.ts'
import { deleteForgottenPhones } from '../phones/phones.queries.ts'
import { deleteOldClaims } from '../street/claims/claims.queries.ts'
import { deletePruned, markPruned, type Retention } from './changes.queries.ts'

/** If a phone was away for longer than this, it reloads its lists, which is cheaper than reading so many changes. */
const RETENTION: Retention = { days: 7, rows: 200_000 }
/** Small enough not to block a write. */
const BATCH_ROWS = 1_000
const REST_MS = 600_000

/** Regularly prunes changes, expired claims and unused phones. Several processes can run this at the same time. */
export const createChangePruning = ({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> }): Loop =>
  createLoop({
    name: 'prune-changes',
    async work(stopping) {
      await pruneChanges(db, stopping)
      await deleteOldClaims(db)
      await deleteForgottenPhones(db)
    },
    restMs: REST_MS,
    log,
  })

/** Deletes the changes beyond the retention. A client with an older cursor must reload. */
export async function pruneChanges(
  db: Db,
  stopping: AbortSignal,
  retention: Retention = RETENTION,
): Promise<void> {
  const lastPruned = await markPruned(db, retention)
  if (!lastPruned) return
  while (!stopping.aborted && (await deletePruned(db, lastPruned, BATCH_ROWS)) > 0);
}
