import { sql } from 'kysely'
import { inMs } from '../../db/in-ms.ts'
import type { CrmEventRow } from '../../db/rows/crm.ts'
import type { Db } from '../../db/schema.ts'
import { claimDue, RELEASED } from '../../jobs/lease.ts'
import { type CrmEvent, KNOWN_BY_BODY } from './read-event.ts'

/** A leased event. */
export type ClaimedEvent = {
  id: number
  type: string
  record_kind: NonNullable<CrmEventRow['record_kind']>
  record_id: string
  attempts: number
  lease: string
}

/**
 * Stores events, each once. If an event concerns none of our records, it is stored as ignored. An event without an id
 * is identified by its body. If the same body arrives again, the event waits again as the newest, because the record
 * may have changed back and forth since a worker read it. If a worker is still reading, it keeps the lease, so that no
 * other worker applies a newer state meanwhile.
 */
export async function storeEvents(db: Db, events: readonly CrmEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('crm_events')
    .values(
      events.map(
        (event) => ({ ...event, state: event.record_kind === null ? 'ignored' : 'waiting' }) as const,
      ),
    )
    .onConflict((conflict) =>
      conflict
        .column('webhook_id')
        .doUpdateSet({
          id: sql`default`,
          state: 'waiting',
          due_at: sql`now()`,
          received_at: sql`now()`,
          attempts: 0,
          reason: null,
        })
        .where('crm_events.webhook_id', 'like', `${KNOWN_BY_BODY}%`)
        .where('crm_events.state', '<>', 'ignored'),
    )
    .execute()
}

/**
 * Claims up to `limit` due events for `leaseMs`. Claims only the newest of each record, which covers the earlier ones.
 * Skips a record that another worker is reading: its older state would be applied last.
 */
export async function claimEvents(db: Db, limit: number, leaseMs: number): Promise<ClaimedEvent[]> {
  const claimed = await claimDue<ClaimedEvent>(db, {
    table: 'crm_events',
    where: isFirstToRead,
    returning: ['id', 'type', 'record_kind', 'record_id', 'attempts', 'lease'],
    limit,
    leaseMs,
  })
  if (claimed.length === 0) return []
  const yielded = await yieldCrowded(db, claimed)
  return claimed.filter(({ id }) => !yielded.has(id))
}

const isOfTheSameRecord = sql`other.record_kind = mine.record_kind and other.record_id = mine.record_id
  and other.state = 'waiting'`

/**
 * Two separate conditions. Joined by `or`, they would use no index, and many events of one record would be quadratic.
 */
const isFirstToRead = sql<boolean>`
  not exists (select from crm_events as other where ${isOfTheSameRecord} and other.id > mine.id)
  and (record_kind, record_id) not in (
    select record_kind, record_id from crm_events where state = 'waiting' and leased_until > now()
  )`

/** Two claims at the same moment cannot see each other. When both look again, at least one of them yields here. */
async function yieldCrowded(db: Db, claimed: readonly ClaimedEvent[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update crm_events as mine set lease = null, leased_until = null
    where lease = any(${claimed.map(({ lease }) => lease)}::uuid[]) and exists (
      select from crm_events as other
      where ${isOfTheSameRecord} and other.id <> mine.id and other.leased_until > now()
    )
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Ends a claim. Does nothing if the lease was lost. */
const endClaim = (db: Db, { id, lease }: ClaimedEvent) =>
  db.updateTable('crm_events').set(RELEASED).where('id', '=', id).where('lease', '=', lease)

/** Marks the event and all earlier ones of its record as done, because the state that was read is newer than all. */
export async function finishEvent(db: Db, event: ClaimedEvent): Promise<void> {
  await db
    .updateTable('crm_events')
    .set({ ...RELEASED, state: 'done', reason: null })
    .where('record_kind', '=', event.record_kind)
    .where('record_id', '=', event.record_id)
    .where('id', '<=', event.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Records that an event failed, to be retried in `delayMs`. */
export async function postponeEvent(
  db: Db,
  event: ClaimedEvent,
  delayMs: number,
  reason: string,
): Promise<void> {
  await endClaim(db, event)
    .set({ attempts: event.attempts + 1, due_at: inMs(delayMs), reason })
    .execute()
}

/** Gives an event up and keeps it with the reason. */
export async function parkEvent(db: Db, event: ClaimedEvent, reason: string): Promise<void> {
  await endClaim(db, event)
    .set({ attempts: event.attempts + 1, state: 'parked', reason })
    .execute()
}

/** Releases the lease without an attempt, so that the next worker need not wait for it to expire. */
export async function releaseEvent(db: Db, event: ClaimedEvent): Promise<void> {
  await endClaim(db, event).execute()
}

/** Deletes done and ignored events that the CRM can no longer send again. */
export async function forgetEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('crm_events')
    .where('state', 'in', ['done', 'ignored'])
    .where('received_at', '<', sql<string>`now() - interval '7 days'`)
    .execute()
}
