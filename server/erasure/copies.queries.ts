import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { eraseReports } from '../deliveries/states.queries.ts'
import type { TellWhose } from './tell-whose.queries.ts'

/** What names the person though its row does not, or is gone: of which sale or lead it is, and whom it names. */
export type Copy = {
  kind: 'answer' | 'report' | 'change'
  /** Where it is found again: the session of an answer, the id of a report or a change. */
  key: string
  of: string | null
  name: string | null
}

/** What was written before a customer was corrected, or of rows that are gone; not what goes with the given ones. */
export async function findCopies(
  db: Db,
  isTheirs: TellWhose,
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

const inAnswer = (isTheirs: TellWhose) =>
  isTheirs(sql`(answer ->> 'customer_email')`, sql`(answer ->> 'customer_phone')`)
const inReport = (isTheirs: TellWhose) => isTheirs(sql`(payload ->> 'email')`, sql`(payload ->> 'phone')`)
/** Of a sale or of a lead. */
const inChange = (isTheirs: TellWhose) =>
  isTheirs(
    sql`coalesce(record ->> 'customer_email', record ->> 'contact_email')`,
    sql`coalesce(record ->> 'customer_phone', record ->> 'contact_phone')`,
  )

/** Takes the person out of such copies; answers the ids of those rows that are gone, whose changes still name it. */
export async function forgetCopies(db: Db, isTheirs: TellWhose, copies: readonly Copy[]): Promise<string[]> {
  const keysOf = (kind: Copy['kind']) => copies.flatMap((copy) => (copy.kind === kind ? [copy.key] : []))
  await answerAsOfNow(db, isTheirs, keysOf('answer'))
  await eraseReports(db, keysOf('report'))
  return showAsOfNow(db, keysOf('change'))
}

/** A call that comes again is still known, and answered like one that its sale is past. */
async function answerAsOfNow(db: Db, isTheirs: TellWhose, sessionIds: readonly string[]): Promise<void> {
  await sql`
    update applied_calls as call set answer = opportunity_record(sale) from opportunities as sale
    where call.session_id = any(${sessionIds}) and sale.session_id = call.session_id
      and ${inAnswer(isTheirs)}`.execute(db)
}

/** A phone that has not read it yet is shown the row as it will be in the end; answers which rows are gone. */
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
