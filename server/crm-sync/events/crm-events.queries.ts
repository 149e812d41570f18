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
 * Stores events, each once. If an event concerns none of our records it is stored as ignored. An event without an id is
 * known by its body. If that arrives again it waits again as the newest, because the record may have changed back and forth
 * since a worker read it. It keeps the lease of a worker that still reads, so that no other applies a newer state meanwhile.
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
 * Claims up to `limit` due events for `leaseMs`; of each record only the newest, which covers the earlier ones, and none
 * of a record that another worker is reading: what it read is older, but would be applied last.
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

/** Two conditions: joined by `or`, no index serves them and a flood of events of one record becomes quadratic. */
const isFirstToRead = sql<boolean>`
  not exists (select from crm_events as other where ${isOfTheSameRecord} and other.id > mine.id)
  and (record_kind, record_id) not in (
    select record_kind, record_id from crm_events where state = 'waiting' and leased_until > now()
  )`

/** Two claims at the same moment cannot see each other; when both look again, at least one yields. */
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

/** Ends a claim; does nothing if the lease has been lost. */
const endClaim = (db: Db, { id, lease }: ClaimedEvent) =>
  db.updateTable('crm_events').set(RELEASED).where('id', '=', id).where('lease', '=', lease)

/** Marks the event as done, and every earlier one of its record: what was read is newer than all of them. */
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

/** Failed; to be tried again in `delayMs`. */
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

/** Gives up, and keeps the event with the reason. */
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
