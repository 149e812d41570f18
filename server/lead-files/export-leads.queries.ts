import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import type { ExportColumn } from '#domain/lead-files/fields.ts'
import type { Db } from '../db/schema.ts'

/** A lead as an export writes it. */
export type ExportedLead = Record<ExportColumn, string>

const PAGE_ROWS = 500

/**
 * Yields all leads, one page at a time, the newest first. Leaves out contacts of another CRM, which mean nothing here.
 */
export async function* readLeadPages(db: Db, provider: Crm['provider']): AsyncGenerator<ExportedLead[]> {
  let last: ExportedLead | undefined
  do {
    const page: ExportedLead[] = await readPage(db, provider, last)
    if (page.length > 0) yield page
    last = page.length === PAGE_ROWS ? page.at(-1) : undefined
  } while (last)
}

async function readPage(
  db: Db,
  provider: Crm['provider'],
  last: ExportedLead | undefined,
): Promise<ExportedLead[]> {
  const { rows } = await sql<ExportedLead>`
    select id, street_address, postcode, coalesce(household_size::text, '') as household_size,
      trim_scale(voucher_value)::text as voucher_value, status, priority, coalesce(contact_name, '') as contact_name,
      coalesce(contact_phone, '') as contact_phone, coalesce(contact_email, '') as contact_email,
      coalesce(notes, '') as notes, coalesce(area, '') as area, iso(created_at) as created_at,
      iso(updated_at) as updated_at, coalesce(uprn::text, '') as uprn, coalesce('uprn' || uprn, '') as uprn_text,
      case when crm_provider = ${provider} then coalesce(crm_contact_id, '') else '' end as crm_contact_id
    from (
      select * from leads
      ${last ? sql`where created_at <= ${last.created_at} and (created_at < ${last.created_at} or id > ${last.id}::uuid)` : sql``}
      order by created_at desc, id limit ${PAGE_ROWS}
    ) as leads left join lead_places on lead_id = id
    order by leads.created_at desc, id`.execute(db)
  return rows
}
