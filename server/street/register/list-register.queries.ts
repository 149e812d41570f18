import { type RawBuilder, sql } from 'kysely'
import { plainWords } from '#domain/street/plain-words.ts'
import type { RegisterPage } from '#protocol/register.ts'
import type { Db } from '../../db/schema.ts'
import { listedAs, OFFICE_COLUMNS, type OfficeRow } from './entries.queries.ts'
import type { RegisterQuery, RegisterSearch } from './register.requests.ts'

const STATES: Record<RegisterSearch['state'], RawBuilder<unknown>> = {
  active: sql`lifted_at is null`,
  lifted: sql`lifted_at is not null`,
  all: sql`true`,
}

/** The texts of an entry in which every word of a search must occur. */
const SEARCHED = sql`concat_ws(' ', replace(address_key, '|', ' '), replace(street_key, '|', ' '), postcodes, uprn)`

function isFound({ search, state }: RegisterSearch): RawBuilder<unknown> {
  const words = search.split(',').flatMap((part) => plainWords(part).split(' ').filter(Boolean))
  const holds = words.map((word) => sql`${SEARCHED} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return sql.join([STATES[state], ...holds], sql` and `)
}

/** Returns a page of the register, the latest entry first, and the number of all entries found. */
export async function listRegister(
  db: Db,
  { before, limit, ...search }: RegisterQuery,
): Promise<RegisterPage> {
  const found = isFound(search)
  const [at = null, id = null] = before?.split('_') ?? []
  const { rows } = await sql<OfficeRow>`
    select ${OFFICE_COLUMNS} from do_not_knock
    where ${found} and (${at}::timestamptz is null or (received_at, id) < (${at}::timestamptz, ${id}::uuid))
    order by received_at desc, id desc limit ${limit + 1}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*) as count from do_not_knock where ${found}`.execute(db)
  const entries = rows.slice(0, limit).map(listedAs)
  const last = entries.at(-1)
  return {
    count: counted.rows[0]?.count ?? 0,
    entries,
    next: rows.length > limit && last ? `${last.received_at}_${last.id}` : null,
  }
}
