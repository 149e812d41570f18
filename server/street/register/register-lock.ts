import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

const REGISTER_LOCK = 20_260_030

/**
 * Locks the register until the transaction ends, so that an entry and a lead of the same door that arrive at the same
 * instant always meet. Take this lock before any lead is locked, both when entries change and when leads are stored.
 */
export async function lockRegister(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(REGISTER_LOCK)})`.execute(tx)
}
