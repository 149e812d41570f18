import { sql } from 'kysely'
import type { Crm, CrmLead } from '#crm/port.ts'
import type { Db } from '../../db/schema.ts'

const COLUMNS = [
  'street_address',
  'postcode',
  'household_size',
  'voucher_value',
  'priority',
  'contact_name',
  'contact_phone',
  'contact_email',
  'notes',
  'area',
] as const

const columnsOf = (table: string) => sql.join(COLUMNS.map((column) => sql.ref(`${table}.${column}`)))

/**
 * Adds new leads and updates changed ones in one statement. `leads` must not contain a contact twice. If the CRM does
 * not know a value (null), ours stays, and the status is always ours. Skips new contacts that have no address or that
 * were created for a sale without a lead (decision 4).
 */
export async function upsertLeads(
  db: Db,
  provider: Crm['provider'],
  leads: readonly CrmLead[],
): Promise<void> {
  await sql`
    with pulled as (
      select * from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as lead (
        "contactId" text, street_address text, postcode text, household_size integer,
        voucher_value numeric(10, 2), priority text, contact_name text, contact_phone text,
        contact_email text, notes text, area text, "createdAt" timestamptz)
    ), ${soldWithoutLead(provider)}, merged as (
      select "contactId", "createdAt", known.id is not null as is_lead,
        coalesce(pulled.street_address, known.street_address) as street_address,
        coalesce(pulled.postcode, known.postcode, '') as postcode,
        coalesce(pulled.household_size, known.household_size) as household_size,
        coalesce(pulled.voucher_value, known.voucher_value, 0) as voucher_value,
        coalesce(pulled.priority, known.priority, 'medium') as priority,
        coalesce(pulled.contact_name, known.contact_name) as contact_name,
        coalesce(pulled.contact_phone, known.contact_phone) as contact_phone,
        coalesce(pulled.contact_email, known.contact_email) as contact_email,
        coalesce(pulled.notes, known.notes) as notes,
        coalesce(pulled.area, known.area) as area
      from pulled left join leads as known
        on known.crm_provider = ${provider} and known.crm_contact_id = pulled."contactId"
    )
    insert into leads as ours
      (crm_provider, crm_contact_id, created_at, ${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select ${provider}, "contactId", "createdAt", ${columnsOf('merged')} from merged
    where street_address is not null
      and (is_lead or "contactId" not in (select "contactId" from sold_without_lead))
    order by "contactId"
    on conflict (crm_provider, crm_contact_id) do update
    set ${sql.join(COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
    where (${columnsOf('ours')}) is distinct from (${columnsOf('excluded')})
  `.execute(db)
}

/**
 * The pulled contacts that belong to sales without a lead. If the CRM has not yet returned the contact of such a sale,
 * the customer's email identifies it. If the sale has a lead without a contact, such as one from a lead file, the
 * lead's email or address does too.
 */
const soldWithoutLead = (provider: Crm['provider']) => sql`
  sold_without_lead as (
    select "contactId"
    from pulled
    join crm_links as link on link.contact_id = pulled."contactId" and link.provider = ${provider}
    join opportunities as sale using (session_id)
    where sale.lead_id is null
    union all
    select "contactId"
    from crm_links as link
    join opportunities as sale using (session_id)
    join pulled on lower(pulled.contact_email) = lower(sale.customer_email)
    where link.contact_id is null and link.provider = ${provider} and sale.lead_id is null
    union all
    select "contactId"
    from crm_links as link
    join opportunities as sale using (session_id)
    join leads as lead on lead.id = sale.lead_id
    join pulled on (pulled.street_address, pulled.postcode) = (lead.street_address, lead.postcode)
      or lower(pulled.contact_email) in (lower(sale.customer_email), lower(lead.contact_email))
    where link.opportunity_id is null and link.provider = ${provider}
      and (lead.crm_contact_id is null or lead.crm_provider <> ${provider})
  )`

/** Removes the leads of a previous CRM, unless a sale names them: only leads of this CRM can be sold to. */
export async function removeLeadsOfOtherCrms(db: Db, provider: Crm['provider']): Promise<void> {
  await sql`
    delete from leads
    where crm_contact_id is not null and crm_provider <> ${provider}
      and not exists (select from opportunities where lead_id = leads.id)`.execute(db)
}

/** Removes the lead of a contact that is no longer a lead, unless a sale names it. Returns true if it did. */
export async function removeLead(db: Db, provider: Crm['provider'], contactId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from leads
    where crm_provider = ${provider} and crm_contact_id = ${contactId}
      and not exists (select from opportunities where lead_id = leads.id)
    returning id`.execute(db)
  return rows.length > 0
}
