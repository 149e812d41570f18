import { type RawBuilder, sql } from 'kysely'
import type { DatasetKind } from '#domain/premises/dataset.ts'
import type { Db } from '../db/schema.ts'

/** The content of the active version of BDUK's data on one premises, and whether the supplier's list has it. */
export type StoredPremises = {
  /** 1 to 12 digits. */
  uprn: string
  /** The outward code, one space and the inward code; empty if BDUK has none. */
  postcode: string
  /** The byte of `domain/premises/facts.ts`. */
  facts: number
  lot: number | null
  /** The local authority district, by its ONS code. */
  lad: string | null
  contract_supplier: string | null
  contract_until: string | null
  voucher_supplier: string | null
  voucher_project: string | null
  is_listed: boolean
}

/** Part of the statement that reads the rows, so that a switch of versions in between makes no difference. */
export const activeVersion = (kind: DatasetKind) =>
  sql`(select id from dataset_versions where kind = ${kind} and state = 'active')`

/** Finds a premises by its UPRN of 1 to 12 digits. Undefined if the active data does not have it. */
export async function findPremises(db: Db, uprn: string): Promise<StoredPremises | undefined> {
  const [found] = await readPremises(db, sql`premises.uprn = cast(${uprn} as bigint)`)
  return found
}

/** Lists the premises of some postcodes, written like `LL79 1AB`, by postcode and UPRN. */
export const listPremises = (db: Db, postcodes: readonly string[]): Promise<StoredPremises[]> =>
  readPremises(db, sql`premises.postcode = any(${[...postcodes]})`)

/** Lists at most `limit` premises of whole sectors, written like `LL79 1`, by postcode and UPRN. */
export async function listPremisesOfSectors(
  db: Db,
  sectors: readonly string[],
  limit: number,
): Promise<StoredPremises[]> {
  if (sectors.length === 0) return []
  const { rows } = await sql<{ postcode: string }>`
    select distinct premises.postcode from premises
    join unnest(${[...sectors]}::text[]) as sector on premises.postcode >= sector and premises.postcode <= sector || 'ZZ'
      and starts_with(premises.postcode, sector)
    where premises.version = ${activeVersion('bduk-premises')}`.execute(db)
  const postcodes = rows.map(({ postcode }) => postcode)
  return readPremises(db, sql`premises.postcode = any(${postcodes})`, limit)
}

/** Returns true if a UPRN is on the active list of the supplier. No other data may have it. */
export async function isListed(db: Db, uprn: string): Promise<boolean> {
  const { rows } = await sql<{ listed: boolean }>`
    select ${isOnList(sql`cast(${uprn} as bigint)`)} as listed`.execute(db)
  return rows[0]?.listed === true
}

async function readPremises(db: Db, where: RawBuilder<unknown>, limit?: number): Promise<StoredPremises[]> {
  const { rows } = await sql<StoredPremises>`
    select premises.uprn::text as uprn, postcode, facts, lot, lad, contract_until,
      ${nameOf('contract_supplier')}, ${nameOf('voucher_supplier')}, ${nameOf('voucher_project')},
      ${isOnList(sql`premises.uprn`)} as is_listed
    from premises
    where premises.version = ${activeVersion('bduk-premises')} and ${where}
    order by postcode, premises.uprn
    limit ${limit ?? null}`.execute(db)
  return rows
}

/** Returns the condition that a UPRN is on the active list of the supplier. */
export const isOnList = (uprn: RawBuilder<unknown>) => sql`exists (
  select from supplier_premises as list
  where list.version = ${activeVersion('supplier-eligible')} and list.uprn = ${uprn})`

const nameOf = (column: 'contract_supplier' | 'voucher_supplier' | 'voucher_project') => sql`(
  select name from premises_names as names
  where names.version = premises.version and names.id = ${sql.ref(`premises.${column}`)}) as ${sql.ref(column)}`
