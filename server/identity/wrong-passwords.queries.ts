import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** After this wrong password the next try must wait a second. Each further one doubles the wait, up to the max. */
const FIRST_FAILURE_WITH_WAIT = 5
const MAX_WAIT_SECONDS = 900
const KEPT = sql`interval '1 day'`

/** Stores a hash instead of the name, because people type their password into the wrong field. */
const nameHash = (name: string) => sql`sha256(convert_to(lower(${name}), 'UTF8'))`

/** Returns the seconds for which no password is tried for a name, whether someone has that name or not. */
export async function waitSeconds(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ceil(extract(epoch from next_try_at - now())))::integer as seconds
    from wrong_passwords where name_sha256 = ${nameHash(name)}`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Counts a wrong password for a name. Forgets names that were not tried for a day. */
export const countWrongPassword = (db: Db, name: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`delete from wrong_passwords where failed_at < now() - ${KEPT}`.execute(tx)
    await sql`
      insert into wrong_passwords as known (name_sha256, failures, next_try_at) values (${nameHash(name)}, 1, now())
      on conflict (name_sha256) do update set failures = known.failures + 1, failed_at = now(),
        next_try_at = now() + case when known.failures + 1 < ${FIRST_FAILURE_WITH_WAIT} then interval '0'
          else make_interval(secs => least(power(2, known.failures + 1 - ${FIRST_FAILURE_WITH_WAIT}), ${MAX_WAIT_SECONDS})) end`.execute(
      tx,
    )
  })

/** Forgets the wrong passwords for a person's name, after a correct or a new password. */
export const forgetWrongPasswords = (tx: Db, personId: string) =>
  sql`
    delete from wrong_passwords where name_sha256 =
      (select sha256(convert_to(lower(name), 'UTF8')) from people where id = ${personId}::uuid)`.execute(tx)
