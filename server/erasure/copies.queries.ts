import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { eraseReports } from '../deliveries/states.queries.ts'
import type { PersonMatch } from './match-person.queries.ts'

/** A copy that names the person, although its row is gone or names another person. */
export type Copy = {
  kind: 'answer' | 'report' | 'change'
  /** The session id of an answer, or the id of a report or change. */
  key: string
  of: string | null
  name: string | null
}

/** Finds copies from before a correction, or of deleted rows, except copies of the given sales and rows. */
export async function findCopies(
  db: Db,
  isTheirs: PersonMatch,
  besides: { sessionIds: readonly string[]; rowIds: readonly string[] },
): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select 'answer' as kind, session_id as key, session_id as of, answer ->> 'customer_name' as name
    from applied_calls where ${inAnswer(isTheirs)} and session_id <> all(${besides.sessionIds})
    union all
    select 'report', id::text, session_id, payload ->> 'name'
    from deliveries where ${inReport(isTheirs)} and session_id <> all(${besides.sessionIds})
    union all
    select 'change', id::text, coalesce(record ->> 'session_id', record ->> 'street_address'),
      coalesce(record ->> 'customer_name', record ->> 'contact_name')
    from changes where ${inChange(isTheirs)} and record ->> 'id' <> all(${besides.rowIds})
    order by 1, 2`.execute(db)
  return rows
}

const inAnswer = (isTheirs: PersonMatch) =>
  isTheirs(sql`(answer ->> 'customer_email')`, sql`(answer ->> 'customer_phone')`)
const inReport = (isTheirs: PersonMatch) => isTheirs(sql`(payload ->> 'email')`, sql`(payload ->> 'phone')`)
/** The condition that a change of a sale or of a lead names the person. */
const inChange = (isTheirs: PersonMatch) =>
  isTheirs(
    sql`coalesce(record ->> 'customer_email', record ->> 'contact_email')`,
    sql`coalesce(record ->> 'customer_phone', record ->> 'contact_phone')`,
  )

/** Removes the person from these copies. Returns the ids of deleted rows whose changes still name the person. */
export async function forgetCopies(
  db: Db,
  isTheirs: PersonMatch,
  copies: readonly Copy[],
): Promise<string[]> {
  const keysOf = (kind: Copy['kind']) => copies.flatMap((copy) => (copy.kind === kind ? [copy.key] : []))
  await answerAsOfNow(db, isTheirs, keysOf('answer'))
  await eraseReports(db, keysOf('report'))
  return showAsOfNow(db, keysOf('change'))
}

/** Replaces the answers. A repeated call of the phone is still recognised, and gets the present sale. */
async function answerAsOfNow(db: Db, isTheirs: PersonMatch, sessionIds: readonly string[]): Promise<void> {
  await sql`
    update applied_calls as call set answer = opportunity_record(sale) from opportunities as sale
    where call.session_id = any(${sessionIds}) and sale.session_id = call.session_id
      and ${inAnswer(isTheirs)}`.execute(db)
}

/**
 * Replaces the changes, so that a phone that has not read them yet gets the present rows. Returns the ids of deleted
 * rows.
 */
async function showAsOfNow(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ gone: string | null }>`
    update changes set record = coalesce(
      (select opportunity_record(sale) from opportunities as sale where id = (record ->> 'id')::uuid),
      (select lead_record(lead) from leads as lead where id = (record ->> 'id')::uuid),
      jsonb_build_object('id', record -> 'id'))
    where id = any(${ids}::bigint[])
    returning case when record - 'id' = '{}' then record ->> 'id' end as gone`.execute(db)
  return rows.flatMap(({ gone }) => gone ?? [])
}
