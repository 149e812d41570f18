import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Caller } from './caller.ts'

/**
 * Returns which of these sales are another person's, so that the caller may not see or change them (docs/product 26.5). A
 * sale that the calling phone made stays open to it: it may be enrolled for someone else since, and what it has must
 * arrive. A sale without an owner is open to everyone.
 */
export async function findForeign(
  db: Db,
  { onlyOf, phoneId }: Pick<Caller, 'onlyOf' | 'phoneId'>,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (onlyOf === undefined) return []
  const { rows } = await sql<{ session_id: string }>`
    select session_id from opportunities
    where session_id = any(${sessionIds}) and owner_id <> ${onlyOf}::uuid
      and phone_id is distinct from ${phoneId ?? null}::uuid`.execute(db)
  return rows.map(({ session_id }) => session_id)
}

/** Whether one of these sales is another person's. */
export const isForeign = async (
  db: Db,
  caller: Pick<Caller, 'onlyOf' | 'phoneId'>,
  sessionIds: readonly string[],
) => (await findForeign(db, caller, sessionIds)).length > 0
