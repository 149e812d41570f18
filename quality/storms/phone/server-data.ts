import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Lead } from '#domain/lead/lead.ts'
import {
  BACK_OFFICE_PATH,
  type BackOffice,
  type DeliveryListed,
  type DeliveryPage,
  type DeliveryTarget,
} from '#protocol/back-office.ts'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'
import type { Db } from '#server/db/schema.ts'

const headersWith = (apikey = 'public-anon-key') => ({ apikey, 'content-type': 'application/json' })
const PAGE = 1000

/** Adds contacts to the sandbox CRM, one per household. */
export async function addContacts(db: Db, count: number): Promise<void> {
  await sql`
    insert into sandbox_crm.contacts (id, first_name, last_name, address, postcode, voucher_value)
    select 'storm-' || n, 'Mary', 'Jones', n || ' Storm Lane', 'SY7 8AB', 1500
    from generate_series(1, ${count}::int) n`.execute(db)
}

/**
 * Pulls the CRM's contacts, as `Sync GHL` does, and returns the leads. `key` is a token, for a server that does not
 * accept the public key.
 */
export async function pullLeads(url: string, key?: string): Promise<Lead[]> {
  const answer = await fetch(`${url}${GHL_SYNC_PATH}?endpoint=sync-leads`, {
    method: 'POST',
    headers: headersWith(key),
    body: '{}',
  })
  if (!answer.ok) throw new Error(`The leads cannot be read: ${answer.status}`)
  return readAll<Lead>(url, 'leads?select=*&order=id', key)
}

export const readOrders = (url: string, key?: string) =>
  readAll<Record<string, unknown>>(url, 'opportunities?select=*&order=session_id', key)

async function readAll<Row>(url: string, query: string, key?: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = `&limit=${PAGE}&offset=${rows.length}`
    const answer = await fetch(`${url}/rest/v1/${query}${page}`, { headers: headersWith(key) })
    const some = (await answer.json()) as Row[]
    rows.push(...some)
    if (some.length < PAGE) return rows
  }
}

/** Returns how many deliveries to these targets have not arrived yet. */
export async function countUndelivered(
  url: string,
  targets: readonly DeliveryTarget[] = ['crm', 'automation'],
  key?: string,
): Promise<number> {
  const answer = await fetch(`${url}${BACK_OFFICE_PATH}`, { headers: headersWith(key) })
  const { counts } = (await answer.json()) as BackOffice
  return targets.reduce((sum, target) => sum + counts[target].waiting + counts[target].parked, 0)
}

/** Returns some of the pushes and reports that are not delivered yet. */
export async function findUndelivered(url: string): Promise<DeliveryListed[]> {
  const pages = await Promise.all(
    ['waiting', 'parked'].map(async (state) => {
      const answer = await fetch(`${url}${BACK_OFFICE_PATH}/deliveries?state=${state}`, {
        headers: headersWith(),
      })
      return ((await answer.json()) as DeliveryPage).deliveries
    }),
  )
  return pages.flat()
}

type CrmOpportunity = { session_id: string; status: string; contact_id: string }

export async function readSandbox(db: Db): Promise<CrmOpportunity[]> {
  const { rows } = await sql<CrmOpportunity>`
    select session_id, status, contact_id from sandbox_crm.opportunities`.execute(db)
  return rows
}

/** Returns how often different evidence of each sale was received. */
export async function countEvidence(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ session_id: string; times: number }>`
    select session_id, count(*)::int as times from sale_evidence join evidence_events using (chain)
    where type in ('received', 'received-again') group by session_id`.execute(db)
  return new Map(rows.map(({ session_id, times }) => [session_id, times]))
}

/** Deletes sales with everything that followed from them, as a restore of an older backup does. */
export async function forgetSales(db: Db, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  const theirs = sql`session_id in (${sql.join(sessionIds)})`
  const chains = sql`chain in (select chain from sale_evidence where ${theirs})`
  await db.transaction().execute(async (transaction) => {
    // Waits for transactions that the killed server was still committing.
    await sql`select from opportunities where ${theirs} for update`.execute(transaction)
    // A server is not allowed to delete these rows.
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`delete from event_payloads where ${chains}`.execute(transaction)
    await sql`delete from evidence_events where ${chains}`.execute(transaction)
    await sql`delete from sealed_documents where ${theirs}`.execute(transaction)
    await sql`set local session_replication_role = origin`.execute(transaction)
    await sql`delete from deliveries where ${theirs}`.execute(transaction)
    await sql`delete from opportunities where ${theirs}`.execute(transaction)
  })
}

/** Ends every connection to the database, and refuses new ones for a while. */
export const cutConnections = (db: Db, ms: number): Promise<void> =>
  db.connection().execute(async (connection) => {
    const allow = (allowed: boolean) =>
      sql`update pg_database set datallowconn = ${allowed} where datname = current_database()`.execute(
        connection,
      )
    await allow(false)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
    await pause(ms)
    await allow(true)
  })
