import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Caller } from './caller.ts'

/**
 * Returns which of these sales belong to another person than `of`, so that the caller may not see or write them
 * (docs/product 26.5); none if `of` is undefined. A sale stays open to the phone that made it: the phone may since be
 * enrolled for someone else, and what is on it must arrive. A sale without an owner is open to everyone.
 */
async function findOfOthers(
  db: Db,
  of: string | undefined,
  phoneId: string | undefined,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (of === undefined) return []
  const { rows } = await sql<{ session_id: string }>`
    select session_id from opportunities
    where session_id = any(${sessionIds}) and owner_id <> ${of}::uuid
      and phone_id is distinct from ${phoneId ?? null}::uuid`.execute(db)
  return rows.map(({ session_id }) => session_id)
}

/** Returns which of these sales the caller may not see. */
export const findUnseen = (
  db: Db,
  { onlyOf, phoneId }: Pick<Caller, 'onlyOf' | 'phoneId'>,
  sessionIds: readonly string[],
): Promise<string[]> => findOfOthers(db, onlyOf, phoneId, sessionIds)

/** Returns true if one of these sales belongs to another person, so that the caller may not write it. */
export const isForeign = async (
  db: Db,
  { sellsFor, phoneId }: Pick<Caller, 'sellsFor' | 'phoneId'>,
  sessionIds: readonly string[],
): Promise<boolean> => (await findOfOthers(db, sellsFor, phoneId, sessionIds)).length > 0
