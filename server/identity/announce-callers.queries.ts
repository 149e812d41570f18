import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Makes every process look up again who may do what. Call it in the transaction that takes a right from someone; the
 * hint goes out with the commit. A commit that notifies takes a lock, which costs nothing because these acts are rare.
 */
export const announceCallers = (tx: Db) => sql`select pg_notify('doorstep_callers', '')`.execute(tx)
