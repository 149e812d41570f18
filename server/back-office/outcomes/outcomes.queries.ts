import { sql } from 'kysely'
import type { NewOutcome, SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import type { Db } from '../../db/schema.ts'

const COLUMNS = sql`id, kind, happened_on::text, amount::float8, words, recorded_at, taken_back_at`

/** Returns the outcomes of a sale, the latest first, including those that were taken back. */
export async function listOutcomes(db: Db, sessionId: string): Promise<SaleOutcome[]> {
  const { rows } = await sql<SaleOutcome>`
    select ${COLUMNS} from sale_outcomes where session_id = ${sessionId}
    order by happened_on desc, recorded_at desc, id`.execute(db)
  return rows
}

export async function insertOutcome(
  db: Db,
  sessionId: string,
  { id, kind, happened_on, amount, words }: NewOutcome,
): Promise<SaleOutcome | undefined> {
  const { rows } = await sql<SaleOutcome>`
    insert into sale_outcomes (id, session_id, kind, happened_on, amount, words)
    values (${id}, ${sessionId}, ${kind}, ${happened_on}, ${amount}, ${words})
    returning ${COLUMNS}`.execute(db)
  return rows[0]
}

/**
 * Marks an outcome as taken back, or removes the mark. A repeat keeps the first moment. Returns undefined if the sale
 * has no such outcome.
 */
export async function markOutcome(
  db: Db,
  which: { session_id: string; id: string },
  takenBack: boolean,
): Promise<SaleOutcome | undefined> {
  const at = takenBack ? sql`coalesce(taken_back_at, now())` : sql`null`
  const { rows } = await sql<SaleOutcome>`
    update sale_outcomes set taken_back_at = ${at}
    where id = ${which.id} and session_id = ${which.session_id} returning ${COLUMNS}`.execute(db)
  return rows[0]
}
