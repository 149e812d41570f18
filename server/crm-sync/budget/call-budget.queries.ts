import { type RawBuilder, sql } from 'kysely'
import type { SeenLimits } from '#crm/gohighlevel/http/call-budget.ts'
import type { Db } from '../../db/schema.ts'

/** What time it is, as SQL: the database's clock is the one that all processes share. */
export type Clock = () => RawBuilder<string>

/**
 * One of the running calls of a location, by its lease. Not the lease of `jobs/lease.ts`, which gives a row to one holder:
 * here a row has up to four holders, counted together with the calls of the last second, in one statement.
 */
export type Place = { locationId: string; lease: string }

/** How much may be called: so many `aSecond`, and of these so many `atOnce`. */
export type CallLimits = { aSecond: number; atOnce: number }

/** Why nobody may call before `forMs` are over. */
export type Pause = { code: 'rate-limited' | 'daily-limit'; reason: string; forMs: number }

/**
 * How long a call counts after its answer. It reached the CRM before that, however slow the way there was, so no
 * second at the CRM sees more calls than are permitted here.
 */
const SECOND_MS = 1_000

/** A count as `integer` holds it, whatever the other side told. */
const asInteger = (told: number | null) => (told === null ? null : Math.min(told, 2 ** 31 - 1))
const ms = (duration: number) => sql`${duration}::integer * interval '1 millisecond'`
const msUntil = (moment: RawBuilder<string>, now: RawBuilder<string>) =>
  sql<number>`(extract(epoch from ${moment} - ${now}) * 1000)::float8`
const counted = (column: 'running' | 'answered', now: RawBuilder<string>) =>
  sql`calls_that_count(${sql.ref(`budget.${column}`)}, ${now})`
const countOf = (calls: RawBuilder<unknown>) => sql`(select count(*) from jsonb_object_keys(${calls}))`

/**
 * Takes a place among the location's calls: whoever has it may call at once. False when the calls rest, or as many
 * as may run do, alone or together with those of the last second. A place of a dead process comes free after
 * `leaseMs`.
 */
export async function takePlace(
  db: Db,
  { locationId, lease }: Place,
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
 * How soon it is worth asking for a place again, in milliseconds; and why, when the calls rest until then. Null when
 * that is for a running call to say.
 */
export async function findNextPlace(
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

/** Gives a place back after the answer, with what it told of the limits; it counts for another second. */
export async function freePlace(
  db: Db,
  { locationId, lease }: Place,
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

/** Lets the calls of a location rest; a longer rest that was begun before goes on. */
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

/** Ends a rest before its time: somebody wants to try again. */
export async function liftCallPause(db: Db, locationId: string): Promise<void> {
  await db
    .updateTable('call_budgets')
    .set({ paused_until: null, pause_code: null, pause_reason: null })
    .where('location_id', '=', locationId)
    .execute()
}

/** What the back office sees of a location's calls; nulls when they do not rest, or none was made. */
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
