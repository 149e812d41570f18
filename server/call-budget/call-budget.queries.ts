import { type RawBuilder, sql } from 'kysely'
import type { SeenLimits } from '#crm/gohighlevel/call-budget.ts'
import type { Db } from '../db/schema.ts'

/** What time it is, as SQL: the database's clock is the one that all processes share. */
export type Clock = () => RawBuilder<string>

/** A place among the running calls of a location, by its lease. */
export type Place = { locationId: string; lease: string }

/** How much may be called: `spacingMs` between two calls, and so many `atOnce`. */
export type CallLimits = { spacingMs: number; atOnce: number }

/** Why nobody may call before `forMs` are over. */
export type Pause = { code: 'rate-limited' | 'daily-limit'; reason: string; forMs: number }

/** So much of what a call was late the next one makes up for. */
const CATCH_UP_MS = 50

/** A count as `integer` holds it, whatever the other side told. */
const asInteger = (told: number | null) => (told === null ? null : Math.min(told, 2 ** 31 - 1))
const ms = (duration: number) => sql`${duration}::integer * interval '1 millisecond'`
const msUntil = (moment: string, now: RawBuilder<string>) =>
  sql<number>`(extract(epoch from ${sql.ref(moment)} - ${now}) * 1000)::float8`
const running = (now: RawBuilder<string>) => sql`running_calls(budget.places, ${now})`

/**
 * Takes a place and the present slot of the location's calls: whoever has it may call at once. False when the calls
 * rest, the next slot is yet to come, or all places are taken. A place of a dead process comes free after `leaseMs`.
 */
export async function takePlace(
  db: Db,
  { locationId, lease }: Place,
  { spacingMs, atOnce }: CallLimits,
  leaseMs: number,
  now: RawBuilder<string>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into call_budgets as budget (location_id, places, next_slot_at)
    values (${locationId}, jsonb_build_object(${lease}::text, ${now} + ${ms(leaseMs)}), ${now} + ${ms(spacingMs)})
    on conflict (location_id) do update
    set places = ${running(now)} || excluded.places,
      next_slot_at = greatest(budget.next_slot_at, ${now} - ${ms(CATCH_UP_MS)}) + ${ms(spacingMs)}
    where coalesce(budget.paused_until <= ${now}, true)
      and budget.next_slot_at <= ${now}
      and (select count(*) from jsonb_object_keys(${running(now)})) < ${atOnce}
    returning location_id
  `.execute(db)
  return rows.length > 0
}

/** How far away the location's next slot is, in milliseconds; and why, when its calls rest until then. */
export async function findNextSlot(
  db: Db,
  locationId: string,
  now: RawBuilder<string>,
): Promise<{ inMs: number; pause?: Pause }> {
  const { rows } = await sql<{ slot_ms: number; pause_ms: number | null } & Pick<Pause, 'code' | 'reason'>>`
    select ${msUntil('next_slot_at', now)} as slot_ms, ${msUntil('paused_until', now)} as pause_ms,
      pause_code as code, pause_reason as reason
    from call_budgets where location_id = ${locationId}
  `.execute(db)
  const { slot_ms = 0, pause_ms = 0, code, reason } = rows[0] ?? {}
  if (code && reason && pause_ms !== null && pause_ms > 0)
    return { inMs: pause_ms, pause: { code, reason, forMs: pause_ms } }
  return { inMs: slot_ms }
}

/** Gives a place back, with what the answer told of the limits. */
export async function freePlace(
  db: Db,
  { locationId, lease }: Place,
  seen?: Pick<SeenLimits, 'dailyLimit' | 'dailyRemaining'>,
): Promise<void> {
  await sql`
    update call_budgets set
      places = places - ${lease}::text,
      daily_limit = coalesce(${asInteger(seen?.dailyLimit ?? null)}::integer, daily_limit),
      daily_remaining = coalesce(${asInteger(seen?.dailyRemaining ?? null)}::integer, daily_remaining)
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
