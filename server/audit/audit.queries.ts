import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#domain/cooling-off/calendar-date.ts'
import { type NamedPhone, officeNameOf } from '#domain/phone/phone-name.ts'
import { momentInLondon } from '#domain/street/london-time.ts'
import type { ActListed, AuditPage, AuditSearch } from '#protocol/audit.ts'
import type { Db } from '../db/schema.ts'

/** Returns a text as a UUID, or null if it does not look like one, as the ids of other objects do not. */
const uuidIn = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`
const OBJECT = uuidIn(sql`object_id`)
const OWNER = uuidIn(sql`details ->> 'owner'`)
const PHONE = uuidIn(sql`details ->> 'phone'`)

const COLUMNS = sql`
  id, at, actor,
  coalesce((select name from people where people.id = actor_id), (select name from tokens where tokens.id = actor_id))
    as actor_name,
  verb, object_id, session_id, details, request_id,
  case
    when verb like 'person-%' then (select name from people where people.id = ${OBJECT})
    when verb like 'token-%' then (select name from tokens where tokens.id = ${OBJECT})
    when verb = 'sales-exported' then (select name from people where people.id = ${OWNER})
  end as object_name,
  case when verb like 'phone-%' or verb = 'sales-exported' then (
    select jsonb_build_object('number', number, 'label', label) from phones
    where phones.id = case verb when 'sales-exported' then ${PHONE} else ${OBJECT} end
  ) end as phone`

type ActRow = ActListed & { phone: NamedPhone | null }

const listed = ({ phone, ...act }: ActRow): ActListed => ({
  ...act,
  object_name: act.object_name ?? (phone && officeNameOf(phone)),
})

/** Returns a page of the acts that a search finds, the latest first. */
export async function listActs(
  db: Db,
  { limit, before, ...search }: AuditSearch & { limit: number; before?: number | undefined },
): Promise<AuditPage> {
  const { rows } = await sql<ActRow>`
    select ${COLUMNS} from audit where ${sql.join(conditionsOf(search, before), sql` and `)}
    order by id desc limit ${limit + 1}`.execute(db)
  const acts = rows.slice(0, limit).map(listed)
  return { acts, next: rows.length > limit ? (acts.at(-1)?.id ?? null) : null }
}

function conditionsOf(search: AuditSearch, before: number | undefined): RawBuilder<unknown>[] {
  const { verb, session_id, from, to } = search
  return [
    sql`true`,
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(verb === '' ? [] : [sql`verb = ${verb}`]),
    ...(session_id === '' ? [] : [sql`session_id = ${session_id}`]),
    ...(from === '' ? [] : [sql`at >= ${momentInLondon(from, '00:00')}`]),
    ...(to === '' ? [] : [sql`at < ${momentInLondon(addDays(to, 1), '00:00')}`]),
  ]
}

/** Returns the acts on a sale, oldest first. */
export async function listActsOnSale(db: Db, sessionId: string): Promise<ActListed[]> {
  const { rows } = await sql<ActRow>`
    select ${COLUMNS} from audit where session_id = ${sessionId} order by id`.execute(db)
  return rows.map(listed)
}
