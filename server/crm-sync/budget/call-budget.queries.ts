import { type RawBuilder, sql } from 'kysely'
import type { SeenLimits } from '#crm/gohighlevel/http/call-budget.ts'
import type { Db } from '../../db/schema.ts'

/** Returns the current time as SQL. By default this is the database's clock, which all processes share. */
export type Clock = () => RawBuilder<string>

/**
 * One of the running calls of a location, identified by its lease. This is not the lease of `jobs/lease.ts`, which
 * gives a row to one holder. Here a row has up to four holders, and one statement counts them with the calls of the
 * last second.
 */
export type Slot = { locationId: string; lease: string }

/** The number of calls that are allowed per second, and at once. */
export type CallLimits = { aSecond: number; atOnce: number }

/** A pause of `forMs` milliseconds without calls, and its reason. */
export type Pause = { code: 'rate-limited' | 'daily-limit'; reason: string; forMs: number }

/**
 * The time that a call counts after its response. However slow the network, the call reached the CRM before its
 * response, so the CRM never receives more calls in a second than we allow here.
 */
const SECOND_MS = 1_000

/** Limits a count to what fits `integer`, because the response may hold any number. */
const asInteger = (count: number | null) => (count === null ? null : Math.min(count, 2 ** 31 - 1))
const ms = (duration: number) => sql`${duration}::integer * interval '1 millisecond'`
const msUntil = (moment: RawBuilder<string>, now: RawBuilder<string>) =>
  sql<number>`(extract(epoch from ${moment} - ${now}) * 1000)::float8`
const counted = (column: 'running' | 'answered', now: RawBuilder<string>) =>
  sql`calls_that_count(${sql.ref(`budget.${column}`)}, ${now})`
const countOf = (calls: RawBuilder<unknown>) => sql`(select count(*) from jsonb_object_keys(${calls}))`

/**
 * Takes a slot among the location's calls. The caller may then make its call at once. Returns false during a pause, or
 * if the limit of calls at once or per second is reached. If a process dies, its slot is free again after `leaseMs`.
 */
export async function takeSlot(
  db: Db,
  { locationId, lease }: Slot,
  { aSecond, atOnce }: CallLimits,
  leaseMs: number,
  now: RawBuilder<string>,
): Promise<boolean> {
  const running = counted('running', now)
  const answered = counted('answered', now)
  const { rows } = await sql`
    insert into call_budgets as budget (location_id, running)
    values (${locationId}, jsonb_build_object(${lease}::text, ${now} + ${ms(leaseMs)}))
    on conflict (location_id) do update
    set running = ${running} || excluded.running, answered = ${answered}
    where coalesce(budget.paused_until <= ${now}, true)
      and ${countOf(running)} < ${atOnce}
      and ${countOf(running)} + ${countOf(answered)} < ${aSecond}
    returning location_id
  `.execute(db)
  return rows.length > 0
}

/**
 * Returns in how many milliseconds to ask for a slot again, and the pause if there is one. `inMs` is null if a running
 * call has to end first.
 */
export async function findNextSlot(
  db: Db,
  locationId: string,
  { aSecond, atOnce }: CallLimits,
  now: RawBuilder<string>,
): Promise<{ inMs: number | null; pause?: Pause }> {
  const running = counted('running', now)
  const answered = counted('answered', now)
  const { rows } = await sql<
    { next_ms: number | null; pause_ms: number | null } & Pick<Pause, 'code' | 'reason'>
  >`
    select ${msUntil(sql.ref('paused_until'), now)} as pause_ms, pause_code as code, pause_reason as reason,
      case when ${countOf(running)} < ${atOnce} and ${countOf(running)} + ${countOf(answered)} >= ${aSecond}
        then (
          select ${msUntil(sql`min(until::timestamptz)`, now)}
          from jsonb_each_text(${answered}) as call (lease, until))
      end as next_ms
    from call_budgets as budget where location_id = ${locationId}
  `.execute(db)
  const { next_ms = null, pause_ms = 0, code, reason } = rows[0] ?? {}
  if (code && reason && pause_ms !== null && pause_ms > 0)
    return { inMs: pause_ms, pause: { code, reason, forMs: pause_ms } }
  return { inMs: next_ms }
}

/** Frees a slot after the response, and records the limits seen in it. The call still counts for a second. */
export async function freeSlot(
  db: Db,
  { locationId, lease }: Slot,
  seen: Pick<SeenLimits, 'dailyLimit' | 'dailyRemaining'>,
  now: RawBuilder<string>,
): Promise<void> {
  await sql`
    update call_budgets set
      running = running - ${lease}::text,
      answered = answered || jsonb_build_object(${lease}::text, ${now} + ${ms(SECOND_MS)}),
      daily_limit = coalesce(${asInteger(seen.dailyLimit)}::integer, daily_limit),
      daily_remaining = coalesce(${asInteger(seen.dailyRemaining)}::integer, daily_remaining)
    where location_id = ${locationId}
  `.execute(db)
}

/** Pauses the calls of a location. A longer pause stays unchanged. */
export async function pauseCalls(
  db: Db,
  locationId: string,
  { code, reason, forMs }: Pause,
  now: RawBuilder<string>,
): Promise<void> {
  const day = sql`(date_trunc('day', ${now} at time zone 'UTC') + interval '1 day') at time zone 'UTC'`
  const rest = sql`${now} + ${ms(Math.round(forMs))}`
  const until = code === 'daily-limit' ? sql`least(${rest}, ${day})` : rest
  await sql`
    update call_budgets set paused_until = ${until}, pause_code = ${code}, pause_reason = ${reason}
    where location_id = ${locationId} and coalesce(paused_until < ${until}, true)
  `.execute(db)
}

/** Ends a pause early, because a user wants to try again. Returns true if there was a pause. */
export async function liftCallPause(db: Db, locationId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('call_budgets')
    .set({ paused_until: null, pause_code: null, pause_reason: null })
    .where('location_id', '=', locationId)
    .where('paused_until', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the state of a location's calls for the back office. Values are null if there is no pause, or no call yet.
 */
export async function readCallBudget(db: Db, locationId: string) {
  const row = await db
    .selectFrom('call_budgets')
    .select(['paused_until', 'pause_reason', 'daily_remaining', 'daily_limit'])
    .select(sql<boolean>`coalesce(paused_until > now(), false)`.as('rests'))
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return {
    pausedUntil: row?.rests ? row.paused_until : null,
    pauseReason: row?.rests ? row.pause_reason : null,
    dailyRemaining: row?.daily_remaining ?? null,
    dailyLimit: row?.daily_limit ?? null,
  }
}
