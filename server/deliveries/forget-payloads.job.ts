import type { Db } from '../db/schema.ts'
import { forgetOldPayloads } from './forget-payloads.queries.ts'

/** Small enough that no claim waits for it. */
const BATCH_ROWS = 500

/** Removes the contents of reports that are long delivered, or were given up long ago; those say so in their reason. */
export async function forgetPayloads(db: Db, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await forgetOldPayloads(db, BATCH_ROWS)) === BATCH_ROWS);
}
