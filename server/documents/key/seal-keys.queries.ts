import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

type KeyToRegister = { kid: string; certificate: Uint8Array; notAfter: string; maySucceed: boolean }

/**
 * Records the public part of a key as the current one, and retires its predecessor if the key `maySucceed` it. Returns
 * `current`, or why the key is not current: it was `retired` before, or another key is current (`foreign`).
 */
export async function registerKey(db: Db, key: KeyToRegister): Promise<'current' | 'retired' | 'foreign'> {
  return db.transaction().execute(async (transaction) => {
    // If two processes start together, their keys must not both become current.
    await sql`lock table seal_keys in share row exclusive mode`.execute(transaction)
    const known = await transaction.selectFrom('seal_keys').select(['kid', 'retired_at']).execute()
    const own = known.find(({ kid }) => kid === key.kid)
    if (own?.retired_at) return 'retired'
    if (!own && !key.maySucceed && known.length > 0) return 'foreign'
    await sql`
      insert into seal_keys (kid, certificate, not_after) values (${key.kid}, ${key.certificate}, ${key.notAfter})
      on conflict (kid) do update set certificate = excluded.certificate, not_after = excluded.not_after
      where seal_keys.certificate <> excluded.certificate`.execute(transaction)
    await sql`
      update seal_keys set retired_at = now() where kid <> ${key.kid} and retired_at is null`.execute(
      transaction,
    )
    return 'current'
  })
}

/** Returns true if any key was ever registered. */
export async function hasKeys(db: Db): Promise<boolean> {
  return (await db.selectFrom('seal_keys').select('kid').limit(1).executeTakeFirst()) !== undefined
}

/** Returns every key that ever sealed, oldest first. */
export const listKeys = (db: Db) =>
  db
    .selectFrom('seal_keys')
    .select(['kid', 'certificate', 'not_after'])
    .orderBy('created_at')
    .orderBy('kid')
    .execute()
