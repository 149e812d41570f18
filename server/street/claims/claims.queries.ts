import { sql } from 'kysely'
import { phoneName } from '#domain/phone/phone-name.ts'
import type { ClaimRuling, OwnClaim } from '#domain/street/claim.ts'
import type { ClaimShown } from '#protocol/claims.ts'
import type { Db } from '../../db/schema.ts'
import type { Part } from '../feed/part.ts'

type ShownRow = Omit<ClaimShown, 'phone_name'> & { number: number }

const toShown = ({ number, ...claim }: ShownRow): ClaimShown => ({ ...claim, phone_name: phoneName(number) })

const NUMBERED = sql`(select id as phone, number from phones) as numbered`

const HOLDS = sql`released_at is null and lost_to is null and until > now()`

const CLAIMS_LOCK = 20_260_032

/** Waits until no other transaction decides on a claim. Claims come only every few minutes. */
export const lockClaims = (transaction: Db) =>
  sql`select pg_advisory_xact_lock(${sql.lit(CLAIMS_LOCK)})`.execute(transaction)

/** Returns the earlier decision on a claim, and the phone that made it. */
export const findRuling = (db: Db, id: string): Promise<(ClaimRuling & { phone: string }) | undefined> =>
  db
    .selectFrom('claims')
    .select(['phone', 'until', 'released_at', 'lost_to'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns another phone's claim that now holds the same street. */
export async function findRival(db: Db, { id, street, phone }: OwnClaim): Promise<ClaimShown | undefined> {
  const { rows } = await sql<ShownRow>`
    select id, street, street_name, until, number from claims join ${NUMBERED} using (phone)
    where ${HOLDS} and street = ${street} and phone <> ${phone}::uuid and id <> ${id}::uuid
    order by until desc limit 1`.execute(db)
  return rows[0] && toShown(rows[0])
}

/** Stores a claim, or the new decision on it. */
export async function storeClaim(db: Db, claim: OwnClaim, ruling: ClaimRuling): Promise<ClaimShown> {
  const { id, street, street_name, area, phone, claimed_at } = claim
  const { rows } = await sql<ShownRow>`
    with stored as (
      insert into claims (id, street, street_name, area, phone, claimed_at, until, released_at, lost_to)
      values (${id}, ${street}, ${street_name}, ${area}, ${phone}, ${claimed_at},
        ${ruling.until}, ${ruling.released_at}, ${ruling.lost_to})
      on conflict (id) do update set until = excluded.until, released_at = excluded.released_at,
        lost_to = excluded.lost_to
      returning *)
    select id, street, street_name, until, number from stored join ${NUMBERED} using (phone)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A stored claim was not returned.')
  return toShown(row)
}

/** Returns the claims of an area that hold now, one for each street. */
export const claimsPart: Part<'claims'> = async (db, area) => {
  const ofArea = area === undefined ? sql`` : sql`and area = ${area}`
  const { rows } = await sql<ShownRow>`
    select distinct on (street) id, street, street_name, until, number from claims join ${NUMBERED} using (phone)
    where ${HOLDS} ${ofArea} order by street, until desc`.execute(db)
  return rows.map(toShown)
}

/** Deletes claims that ended a day ago. They are of no more use, and show where an agent was. */
export const deleteOldClaims = (db: Db) =>
  sql`delete from claims where until < now() - interval '1 day'`.execute(db)
