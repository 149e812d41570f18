import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Has every process look up again who may do what. Call it in the transaction that takes something from someone: the hint goes
 * out with its commit. Such acts are rare, so the lock of a commit that notifies costs nothing.
 */
export const announceCallers = (tx: Db) => sql`select pg_notify('doorstep_callers', '')`.execute(tx)
