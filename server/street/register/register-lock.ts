import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

const REGISTER_LOCK = 20_260_030

/**
 * Locks the register until the transaction ends. An entry and a lead of the same door that arrive at the same instant
 * then always meet. Take it before any lead is locked: when entries change, and when leads are stored.
 */
export async function lockRegister(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(REGISTER_LOCK)})`.execute(tx)
}
