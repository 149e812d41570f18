import { sql } from 'kysely'
import { officeNameOf } from '#domain/phone/phone-name.ts'
import { MAX_PHONES_LISTED, type PhoneListed, type PhoneReport, type PhonesListed } from '#protocol/phones.ts'
import type { Db } from '../db/schema.ts'

/**
 * Gives a phone the next number if it has none yet. The check saves numbers, because an insert uses one even for a
 * known phone.
 */
export const namePhone = (db: Db, id: string) =>
  sql`
    insert into phones (id) select ${id}::uuid where not exists (select from phones where id = ${id}::uuid)
    on conflict (id) do nothing`.execute(db)

/** Stores a phone's report, and returns its number. The last report to arrive counts, whichever call it repeats. */
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

/**
 * A phone that is online sends within seconds, so if something has waited this long, a person is needed. A wiped phone
 * has nothing left to send.
 */
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

/** Returns the phones: first those that need attention, then the others by their last report. */
export async function listPhones(db: Db): Promise<PhonesListed> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from phones
    order by needs_attention desc, seen_at desc nulls last, number limit ${MAX_PHONES_LISTED + 1}`.execute(db)
  return { phones: rows.slice(0, MAX_PHONES_LISTED).map(listedAs), more: rows.length > MAX_PHONES_LISTED }
}

/** Finds a phone with the fields of the list. */
export async function findPhone(db: Db, id: string): Promise<PhoneListed | undefined> {
  const { rows } = await sql<ListedRow>`select ${LISTED} from phones where id = ${id}::uuid`.execute(db)
  return rows[0] && listedAs(rows[0])
}

/** Locks a phone and returns the name that the office gave it. Undefined if there is no such phone. */
export const lockPhone = (tx: Db, id: string): Promise<{ label: string | null } | undefined> =>
  tx.selectFrom('phones').select('label').where('id', '=', id).forUpdate().executeTakeFirst()

/** Sets or removes the office's name for a phone. Returns undefined if there is no such phone. */
export async function labelPhone(db: Db, id: string, label: string | null): Promise<PhoneListed | undefined> {
  const { rows } = await sql<ListedRow>`
    update phones set label = ${label} where id = ${id}::uuid returning ${LISTED}`.execute(db)
  return rows[0] && listedAs(rows[0])
}

/** The phone of `sale` with its id, in the form that `officeNameOf` takes; null if it has not reported. */
export const PHONE_OF_SALE = sql`(
  select jsonb_build_object('id', id, 'number', number, 'label', label) from phones where id = sale.phone_id)`

/** Counts the phones that need a person's attention. */
export async function countPhonesToLookAt(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from phones where ${NEEDS_ATTENTION}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Deletes phones that made no sale, hold nothing and have not reported for three months. Most are browsers in which
 * someone had a look. Keeps phones that are enrolled, that the office named, or that recently claimed a street.
 */
export const deleteForgottenPhones = (db: Db) =>
  sql`
    delete from phones
    where seen_at < now() - interval '90 days' and label is null and person_id is null and unsent_sales = 0 and refused_sales = 0
      and not exists (select from opportunities where phone_id = phones.id)
      and not exists (select from claims where phone = phones.id)`.execute(db)
