import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import type { LeadTexts } from '#domain/lead-files/fields.ts'
import type { PlannedRow } from '#domain/lead-files/plan-import.ts'
import type { Db } from '../db/schema.ts'
import { changedPlace } from '../lead-places/changed-place.ts'
import { findPlaces, setPlaces } from '../lead-places/lead-places.queries.ts'

type Written = { lead: LeadTexts & { id: string }; changed: Partial<LeadTexts> }

/** Creates and updates the leads of a batch, with their places. The caller holds the locks of the stored ones. */
export async function writeLeads(
  transaction: Db,
  provider: Crm['provider'],
  planned: readonly PlannedRow[],
): Promise<void> {
  const created = planned.flatMap((row) =>
    row.action === 'create' ? [{ ...row.lead, id: row.lead.id || randomUUID() }] : [],
  )
  const updated = planned.flatMap((row): Written[] => {
    if (row.action !== 'update') return []
    const changed = Object.fromEntries(row.changes.map(({ field, to }) => [field, to]))
    return [{ lead: { ...row.lead, ...changed }, changed }]
  })
  await insert(transaction, provider, created)
  await update(
    transaction,
    provider,
    updated.filter(({ changed }) => !isOnlyPlace(changed)).map(({ lead }) => lead),
  )
  await place(transaction, [...created.map((lead) => ({ lead, changed: lead })), ...updated])
}

const isOnlyPlace = (changed: Partial<LeadTexts>) =>
  Object.keys(changed).every((field) => ['uprn', 'lat', 'lon'].includes(field))

const ROW = sql`row (
  id uuid, street_address text, postcode text, household_size text, voucher_value text, status text, priority text,
  contact_name text, contact_phone text, contact_email text, notes text, area text, crm_contact_id text)`

async function insert(db: Db, provider: Crm['provider'], leads: readonly LeadTexts[]): Promise<void> {
  if (leads.length === 0) return
  await sql`
    insert into leads (id, street_address, postcode, household_size, voucher_value, status, priority, contact_name,
      contact_phone, contact_email, notes, area, crm_provider, crm_contact_id)
    select id, street_address, postcode, nullif(household_size, '')::integer,
      coalesce(nullif(voucher_value, '')::numeric, 0), coalesce(nullif(status, ''), 'new'),
      coalesce(nullif(priority, ''), 'medium'), nullif(contact_name, ''), nullif(contact_phone, ''),
      nullif(contact_email, ''), nullif(notes, ''), nullif(area, ''), ${provider}, nullif(crm_contact_id, '')
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as ${ROW}`.execute(db)
}

async function update(db: Db, provider: Crm['provider'], leads: readonly LeadTexts[]): Promise<void> {
  if (leads.length === 0) return
  await sql`
    update leads set street_address = row.street_address, postcode = row.postcode,
      household_size = nullif(row.household_size, '')::integer, voucher_value = row.voucher_value::numeric,
      priority = row.priority, contact_name = nullif(row.contact_name, ''),
      contact_phone = nullif(row.contact_phone, ''), contact_email = nullif(row.contact_email, ''),
      notes = nullif(row.notes, ''), area = nullif(row.area, ''),
      crm_provider = case when row.crm_contact_id = '' then leads.crm_provider else ${provider} end,
      crm_contact_id = coalesce(nullif(row.crm_contact_id, ''), leads.crm_contact_id)
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as ${ROW}
    where leads.id = row.id`.execute(db)
}

async function place(db: Db, written: readonly Written[]): Promise<void> {
  const placed = written.filter(({ changed }) => changed.uprn || changed.lat || changed.lon)
  const stored = await findPlaces(
    db,
    placed.map(({ lead }) => lead.id),
  )
  const byLead = new Map(stored.map((one) => [one.lead_id, one]))
  await setPlaces(
    db,
    placed.map(({ lead: { id }, changed }) => changedPlace(id, byLead.get(id), changed)),
  )
}
