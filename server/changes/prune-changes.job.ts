import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { type Loop, startLoop } from '../deliveries/loop.ts'
import { deletePruned, markPruned, type Retention } from './changes.queries.ts'

/** A phone that was away longer reads its lists again, which is cheaper than so many changes one by one. */
const RETENTION: Retention = { days: 7, rows: 200_000 }
/** Small enough that no write waits for it. */
const BATCH_ROWS = 1_000
const PACE = { restMs: 600_000, soonMs: 1_000 }

/** The regular pruning of one process; several do not disturb each other. */
export type ChangePruning = { start(): void; stop(): Promise<void> }

/** Builds it; nothing runs before `start`. */
export function createChangePruning({
  db,
  log,
}: {
  db: Db
  log: Pick<FastifyBaseLogger, 'error'>
}): ChangePruning {
  let loop: Loop | undefined
  return {
    start() {
      loop ??= startLoop(
        (stopping) => pruneChanges(db, stopping),
        PACE,
        (error) => log.error({ err: error }, 'Pruning changes failed'),
      )
    },
    async stop() {
      await loop?.stop()
    },
  }
}

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
