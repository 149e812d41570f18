import { sql } from 'kysely'
import type { NewToken, TokenListed } from '#protocol/people.ts'
import type { Db } from '../db/schema.ts'
import { announceCallers } from './announce-callers.queries.ts'

const LISTED = sql`
  id, name, hint, permissions, (select people.name from people where people.id = tokens.created_by) as created_by,
  created_at, used_at, revoked_at`

/** Returns the tokens, those in use first. */
export async function listTokens(db: Db): Promise<TokenListed[]> {
  const { rows } = await sql<TokenListed>`
    select ${LISTED} from tokens order by revoked_at is not null, created_at desc, id`.execute(db)
  return rows
}

/** Stores a token by its hash. */
export async function addToken(
  tx: Db,
  {
    name,
    permissions,
    hash,
    hint,
    createdBy,
  }: NewToken & { hash: Uint8Array; hint: string; createdBy: string | null },
): Promise<TokenListed> {
  const { rows } = await sql<TokenListed>`
    insert into tokens (name, token_sha256, hint, permissions, created_by)
    values (${name}, ${hash}, ${hint}, ${permissions}::text[], ${createdBy}::uuid) returning ${LISTED}`.execute(
    tx,
  )
  return rows[0] as TokenListed
}

/** Revokes a token that is in use. Returns false if it is not in use. */
export async function revokeToken(tx: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tokens set revoked_at = now() where id = ${id}::uuid and revoked_at is null`.execute(tx)
  if (numAffectedRows === 1n) await announceCallers(tx)
  return numAffectedRows === 1n
}

/** Finds a token, in use or revoked. */
export async function findListedToken(db: Db, id: string): Promise<TokenListed | undefined> {
  const { rows } = await sql<TokenListed>`select ${LISTED} from tokens where id = ${id}::uuid`.execute(db)
  return rows[0]
}
