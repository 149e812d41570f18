import { sql } from 'kysely'
import { inMs } from '../../db/in-ms.ts'
import type { CrmEventRow, Db } from '../../db/schema.ts'
import { type CrmEvent, KNOWN_BY_BODY } from './read-event.ts'

/** An event in the hands of one worker. */
export type ClaimedEvent = {
  id: number
  type: string
  record_kind: NonNullable<CrmEventRow['record_kind']>
  record_id: string
  attempts: number
  lease: string
}

/**
 * Keeps events, each once; one that names no record of ours is kept as ignored. One without an id of its own that was
 * worked off waits again: the same words may be news, when the record went there and back.
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
          state: 'waiting',
          due_at: sql`now()`,
          received_at: sql`now()`,
          attempts: 0,
          reason: null,
        })
        .where('crm_events.webhook_id', 'like', `${KNOWN_BY_BODY}%`)
        .where('crm_events.state', 'in', ['done', 'parked']),
    )
    .execute()
}

/**
 * Takes up to `limit` events that are due and nobody's, for `leaseMs`; of one record only the newest, which stands
 * for the earlier ones, and none while somebody reads what another one is about: that would be applied last, and is
 * older by then.
 */
export async function claimEvents(db: Db, limit: number, leaseMs: number): Promise<ClaimedEvent[]> {
  const claimed = await claimDue(db, limit, leaseMs)
  if (claimed.length === 0) return []
  const yielded = await yieldCrowded(db, claimed)
  return claimed.filter(({ id }) => !yielded.has(id))
}

/**
 * Due times are rounded to the millisecond, hence the one that is allowed for. The two questions for the others of a
 * record are apart, as joined by or no index answers them: with thousands of one record each would be read for each.
 */
async function claimDue(db: Db, limit: number, leaseMs: number): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    with due as materialized (
      select id from crm_events as mine
      where state = 'waiting' and due_at <= ${inMs(1)} and (leased_until is null or leased_until < now())
        and not exists (select from crm_events as other where ${isOfTheSameRecord} and other.id > mine.id)
        and (record_kind, record_id) not in (
          select record_kind, record_id from crm_events where state = 'waiting' and leased_until >= now()
        )
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update crm_events as event set lease = gen_random_uuid(), leased_until = ${inMs(leaseMs)}
    from due where event.id = due.id
    returning event.id, type, record_kind, record_id, attempts, lease
  `.execute(db)
  return rows
}

/** Of two claims at the same moment neither sees what the other takes; of two that look again, at least one does. */
async function yieldCrowded(db: Db, claimed: readonly ClaimedEvent[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update crm_events as mine set lease = null, leased_until = null
    where lease = any(${claimed.map(({ lease }) => lease)}::uuid[]) and exists (
      select from crm_events as other
      where ${isOfTheSameRecord} and other.id <> mine.id and other.leased_until >= now()
    )
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const isOfTheSameRecord = sql`other.record_kind = mine.record_kind and other.record_id = mine.record_id
  and other.state = 'waiting'`

const HANDED_BACK = { lease: null, leased_until: null }

/** Ends a claim, unless its lease went to somebody else meanwhile. */
const endClaim = (db: Db, { id, lease }: ClaimedEvent) =>
  db.updateTable('crm_events').set(HANDED_BACK).where('id', '=', id).where('lease', '=', lease)

/** Worked off, and with it every earlier event of the record: what was read is newer than all of them. */
export async function finishEvent(db: Db, event: ClaimedEvent): Promise<void> {
  await db
    .updateTable('crm_events')
    .set({ ...HANDED_BACK, state: 'done', reason: null })
    .where('record_kind', '=', event.record_kind)
    .where('record_id', '=', event.record_id)
    .where('id', '<=', event.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Failed, to be tried again in `delayMs`. */
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

/** Given up, and kept with its reason. */
export async function parkEvent(db: Db, event: ClaimedEvent, reason: string): Promise<void> {
  await endClaim(db, event)
    .set({ attempts: event.attempts + 1, state: 'parked', reason })
    .execute()
}

/** Gives a claim back untried, so that the next worker need not wait for its lease to run out. */
export async function releaseEvent(db: Db, event: ClaimedEvent): Promise<void> {
  await endClaim(db, event).execute()
}

/** Removes what was worked off or ignored and can no longer come again. */
export async function forgetEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('crm_events')
    .where('state', 'in', ['done', 'ignored'])
    .where('received_at', '<', sql<string>`now() - interval '7 days'`)
    .execute()
}
