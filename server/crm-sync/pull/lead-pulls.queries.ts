import { sql } from 'kysely'
import type { Crm, CrmLead } from '#crm/port.ts'
import type { LeadPull } from '#protocol/back-office.ts'
import { inMs } from '../../db/in-ms.ts'
import type { Db } from '../../db/schema.ts'
import { isUnleased, newLease } from '../../jobs/lease.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import { removeLeadsOfOtherCrms } from './pull-leads.queries.ts'
import { storeLeads } from './store-leads.ts'

/** A pull that this process has leased, and where to continue it. */
export type HeldPull = {
  id: number
  lease: string
  since: string | null
  cursor: string | null
  seen: number
}

/**
 * The leads of a page, and the progress of the pull after it. The last page has no cursor, so the previous one stays.
 */
type PulledPage = {
  provider: Crm['provider']
  leads: readonly CrmLead[]
  cursor: string | null
  seen: number
  total: number | null
}

/** A pull reads from this long before the last one, because the CRM's search lags and its clock is not ours. */
const OVERLAP = sql`interval '5 minutes'`
const LEADS_A_STATEMENT = 500
const HELD = ['id', 'lease', 'since', 'cursor', 'seen'] as const

/** The time that an ended pull is kept, so that every process that joined it can read the outcome. */
const KEPT = sql`interval '1 day'`

/** The last complete pull of a source. A pull that read fewer leads than the CRM had announced is not complete. */
const lastComplete = (source: string) => sql`
  lead_pulls where source = ${source} and state = 'done' and seen >= coalesce(total, 0)
  order by started_at desc limit 1`

/** Starts a pull of changes since the last complete pull of its source started. Returns undefined if one is running. */
export async function startPull(db: Db, source: string, leaseMs: number): Promise<HeldPull | undefined> {
  return db
    .insertInto('lead_pulls')
    .values({
      source,
      since: sql<string | null>`(select started_at - ${OVERLAP} from ${lastComplete(source)})`,
      ...newLease(leaseMs),
    })
    .onConflict((conflict) => conflict.column('source').where(sql<boolean>`state = 'running'`).doNothing())
    .returning(HELD)
    .executeTakeFirst()
}

/** Takes over a pull whose process died. Returns undefined until its lease has expired. */
export async function retakePull(db: Db, id: number, leaseMs: number): Promise<HeldPull | undefined> {
  return db
    .updateTable('lead_pulls')
    .set(newLease(leaseMs))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(isUnleased('lead_pulls'))
    .returning(HELD)
    .executeTakeFirst()
}

/** Returns the id of a source's running pull, in any process. */
export async function findRunningPull(db: Db, source: string): Promise<number | undefined> {
  const running = await db
    .selectFrom('lead_pulls')
    .select('id')
    .where('source', '=', source)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return running?.id
}

/** Returns true if the lease of a source's running pull has expired, so that its process must have died. */
export async function isPullLeft(db: Db, source: string): Promise<boolean> {
  const left = await db
    .selectFrom('lead_pulls')
    .select('id')
    .where('source', '=', source)
    .where('state', '=', 'running')
    .where(isUnleased('lead_pulls'))
    .executeTakeFirst()
  return left !== undefined
}

/** Returns the state of a pull. */
export async function getPull(db: Db, id: number) {
  return db
    .selectFrom('lead_pulls')
    .select(['state', 'seen', 'message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const held = (db: Db, { id, lease }: HeldPull) =>
  db.updateTable('lead_pulls').where('id', '=', id).where('lease', '=', lease).where('state', '=', 'running')

/** Extends the lease. Returns false if the pull was cancelled or taken over. */
export async function keepPull(db: Db, pull: HeldPull, leaseMs: number): Promise<boolean> {
  const kept = await held(db, pull)
    .set({ leased_until: inMs(leaseMs) })
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Releases a pull for another process or the next start. Its lease column is not null, so the lease expires now. */
export async function releasePull(db: Db, pull: HeldPull): Promise<void> {
  await held(db, pull).set({ leased_until: sql<string>`now()` }).execute()
}

/** Stores a page and the progress, or neither. Returns false if the pull was cancelled or taken over. */
export async function storePage(db: Db, pull: HeldPull, page: PulledPage, leaseMs: number): Promise<boolean> {
  const { provider, leads, cursor, seen, total } = page
  const progress = { seen, total, ...(cursor === null ? {} : { cursor }) }
  return db.transaction().execute(async (transaction) => {
    const kept = await held(transaction, pull)
      .set({ ...progress, leased_until: inMs(leaseMs) })
      .returning('id')
      .executeTakeFirst()
    if (!kept) return false
    for (let from = 0; from < leads.length; from += LEADS_A_STATEMENT)
      await storeLeads(transaction, provider, leads.slice(from, from + LEADS_A_STATEMENT))
    return true
  })
}

/**
 * Ends a pull that is still leased, writes its line in the sync log and deletes old pulls. `failure` says why it
 * failed. After a success, also removes the leads of another CRM.
 */
export async function finishPull(
  db: Db,
  provider: Crm['provider'],
  pull: HeldPull,
  failure: string | null,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await held(transaction, pull)
      .set({ state: failure === null ? 'done' : 'failed', message: failure, finished_at: sql<string>`now()` })
      .returning(['source', 'seen', 'total', tookMs])
      .executeTakeFirst()
    if (!ended) return
    const isShort = ended.seen < (ended.total ?? 0)
    const brought = `Leads: ${ended.seen}${isShort ? ` of ${ended.total}` : ''}`
    await logPull(transaction, ended.duration_ms, failure, brought)
    if (failure === null) await removeLeadsOfOtherCrms(transaction, provider)
    await forgetOldPulls(transaction, ended.source)
  })
}

/** Deletes old pulls, except the one from which the next pull starts. */
async function forgetOldPulls(db: Db, source: string): Promise<void> {
  await sql`
    delete from lead_pulls
    where source = ${source} and finished_at < now() - ${KEPT}
      and id is distinct from (select id from ${lastComplete(source)})`.execute(db)
}

const CANCELLED = 'The sync was cancelled.'

/**
 * Cancels the running pull in any process; it stops within a page. Returns true if there was one. Needs a transaction.
 */
export async function cancelLeadPull(transaction: Db): Promise<boolean> {
  const ended = await transaction
    .updateTable('lead_pulls')
    .set({ state: 'cancelled', message: CANCELLED, finished_at: sql<string>`now()` })
    .where('state', '=', 'running')
    .returning(tookMs)
    .executeTakeFirst()
  if (ended) await logPull(transaction, ended.duration_ms, CANCELLED)
  return ended !== undefined
}

/** Returns the running pull, or otherwise the last one that ended. Returns null if there was no pull yet. */
export async function findLeadPull(db: Db): Promise<LeadPull | null> {
  const latest = await db
    .selectFrom('lead_pulls')
    .select(['state', 'seen', 'total', 'started_at', 'finished_at', 'message'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest ?? null
}

const tookMs = sql<number>`(extract(epoch from now() - started_at) * 1000)::float8`.as('duration_ms')

const logPull = (db: Db, duration_ms: number, failure: string | null, success: string | null = null) =>
  writeSyncLog(db, {
    operation: 'sync_leads',
    direction: 'pull',
    status: failure === null ? 'success' : 'error',
    message: failure ?? success,
    duration_ms,
  })
