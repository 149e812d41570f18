import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runOnServer, urlOfDatabase } from '#server/testing/postgres-databases.ts'
import { postgresPid } from './cpu.ts'

/** A database with data, and the environment for starting a server on it. */
export type SeededDatabase<Env> = { env: Env; remove(): void | Promise<void> }

/** Starts a PostgreSQL for this run. `create` makes a migrated database with this many leads. */
export async function startPostgres() {
  const cluster = await startPostgresCluster({ durable: true })
  return {
    async create(leads: number, name = `leads_${leads}`): Promise<{ DATABASE_URL: string }> {
      await runOnServer(cluster.url, `create database ${name}`)
      const DATABASE_URL = urlOfDatabase(cluster.url, name)
      await migrateAndSeed({ databaseUrl: DATABASE_URL, dataDir: '' }, leads)
      return { DATABASE_URL }
    },
    /** Updates the planner's statistics, as PostgreSQL does by itself after a minute. */
    analyze: ({ DATABASE_URL }: { DATABASE_URL: string }) => runOnServer(DATABASE_URL, 'analyze'),
    pid: postgresPid(cluster.folder),
    stop: () => cluster.stop(),
  }
}

/** Creates a migrated embedded database with this many leads in a temporary folder. */
export async function createEmbedded(leads: number): Promise<SeededDatabase<{ DATA_DIR: string }>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-bench-'))
  const DATA_DIR = path.join(folder, 'data')
  await migrateAndSeed({ databaseUrl: undefined, dataDir: DATA_DIR }, leads)
  return { env: { DATA_DIR }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Returns the id of the nth lead, counted from 1. */
export function leadId(n: number): string {
  const digest = createHash('md5').update(`lead ${n}`).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function migrateAndSeed(where: Parameters<typeof openDatabase>[0], leads: number): Promise<void> {
  const database = await openDatabase(where, console)
  await database.migrate()
  await addLeads(database.db, leads)
  await database.close()
}

/**
 * Adds leads with every field filled, each with its contact in the sandbox CRM, as a pull would. Disables triggers, for
 * speed.
 */
async function addLeads(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into sandbox_crm.contacts (id, first_name, last_name, address, postcode)
      select 'bench-' || n, 'Mary', 'Jones', n || ' High St', 'SY7 8AB' from generate_series(1, ${count}::int) n`.execute(
      tx,
    )
    await sql`
      insert into leads (id, street_address, postcode, household_size, voucher_value, priority, contact_name,
        contact_phone, contact_email, notes, area, created_at, updated_at, crm_contact_id)
      select md5('lead ' || n)::uuid, (n % 180 + 1) || ' ' || (array['High St', 'Castle Road', 'Mill Lane',
          'Church Street', 'Station Road', 'Corve Street', 'Old Street'])[n % 7 + 1] || ' ' || n / 1260 + 1,
        'SY' || n % 25 + 1 || ' ' || n % 9 + 1 || 'AB', n % 6 + 1, n % 17 * 250 + 500,
        (array['high', 'medium', 'low'])[n % 3 + 1], 'Mary Jones', '+441584870' || lpad((n % 1000)::text, 3, '0'),
        'mary.jones' || n || '@example.com', 'Asked for a call back after six.', 'Ludlow',
        now() - n * interval '1 minute', now() - n * interval '1 minute', 'bench-' || n
      from generate_series(1, ${count}::int) n`.execute(tx)
  })
  await sql`analyze leads`.execute(db)
}
