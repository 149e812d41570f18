import { sql } from 'kysely'
import { officeNameOf } from '#domain/phone/phone-name.ts'
import { MAX_PHONES_LISTED, type PhoneListed, type PhoneReport, type PhonesListed } from '#protocol/phones.ts'
import type { Db } from '../db/schema.ts'

/** Gives a phone the next number if it has none yet. The check keeps known phones from using up numbers. */
export const namePhone = (db: Db, id: string) =>
  sql`
    insert into phones (id) select ${id}::uuid where not exists (select from phones where id = ${id}::uuid)
    on conflict (id) do nothing`.execute(db)

/** Stores what a phone says of itself, and returns its number. The later of two reports counts, whichever it repeats. */
export async function storeReport(db: Db, { id, ...report }: PhoneReport): Promise<number> {
  await namePhone(db, id)
  const { number } = await db
    .updateTable('phones')
    .set({ ...report, seen_at: sql`now()` })
    .where('id', '=', id)
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** A phone that is online sends within seconds, so what has waited this long needs a person. On a wiped one nothing is left. */
const NEEDS_ATTENTION = sql<boolean>`
  state <> 'wiped' and (refused_sales > 0 or (unsent_signed > 0 and unsent_since < now() - interval '15 minutes'))`

type ListedRow = Omit<PhoneListed, 'name'> & { number: number }

const listedAs = ({ number, ...phone }: ListedRow): PhoneListed => ({
  ...phone,
  name: officeNameOf({ number, label: phone.label }),
})

const LISTED = sql`
  id, number, label, seen_at, is_installed, is_kept, area, unsent_sales, unsent_signed, unsent_since, refused_sales,
  (select count(*)::integer from opportunities where phone_id = phones.id and status = 'closed-won') as won_sales,
  (${NEEDS_ATTENTION}) is true as needs_attention,
  case when person_id is not null then state end as state, state_since,
  (select name from people where people.id = person_id) as person`

/** Returns the phones: those that need attention first, then by when they last reported. */
export async function listPhones(db: Db): Promise<PhonesListed> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from phones
    order by needs_attention desc, seen_at desc nulls last, number limit ${MAX_PHONES_LISTED + 1}`.execute(db)
  return { phones: rows.slice(0, MAX_PHONES_LISTED).map(listedAs), more: rows.length > MAX_PHONES_LISTED }
}

/** Finds a phone as it is listed. */
export async function findPhone(db: Db, id: string): Promise<PhoneListed | undefined> {
  const { rows } = await sql<ListedRow>`select ${LISTED} from phones where id = ${id}::uuid`.execute(db)
  return rows[0] && listedAs(rows[0])
}

/** Locks a phone and returns its name by the office. Undefined if there is no such phone. */
export const lockPhone = (tx: Db, id: string): Promise<{ label: string | null } | undefined> =>
  tx.selectFrom('phones').select('label').where('id', '=', id).forUpdate().executeTakeFirst()

/** Gives a phone the office's name, or takes it away. Returns undefined if there is no such phone. */
export async function labelPhone(db: Db, id: string, label: string | null): Promise<PhoneListed | undefined> {
  const { rows } = await sql<ListedRow>`
    update phones set label = ${label} where id = ${id}::uuid returning ${LISTED}`.execute(db)
  return rows[0] && listedAs(rows[0])
}

/** The phone of `sale`, as `officeNameOf` takes it, with its id; null if it has not reported. */
export const PHONE_OF_SALE = sql`(
  select jsonb_build_object('id', id, 'number', number, 'label', label) from phones where id = sale.phone_id)`

/** Counts the phones that someone should look at. */
export async function countPhonesToLookAt(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from phones where ${NEEDS_ATTENTION}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Deletes phones that made no sale, hold nothing and have not reported for three months: most are browsers in which
 * someone had a look. One that the office named, or that claimed a street lately, stays.
 */
export const deleteForgottenPhones = (db: Db) =>
  sql`
    delete from phones
    where seen_at < now() - interval '90 days' and label is null and person_id is null and unsent_sales = 0 and refused_sales = 0
      and not exists (select from opportunities where phone_id = phones.id)
      and not exists (select from claims where phone = phones.id)`.execute(db)
