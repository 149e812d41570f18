import { sql } from 'kysely'
import type { Crm, CrmSale } from '#crm/port.ts'
import type { Db } from '../../db/schema.ts'

/** `unsettledMs`: how long the CRM may still not show what an unanswered call created. It must once this is <= 0. */
type Link = {
  contactId: string | null
  opportunityId: string | null
  overwritten: number
  unsettledMs: number
}

/** A sale as it is now, and our link to its opportunity in the CRM. */
export type SaleToPush = {
  sale: CrmSale
  leadId: string | null
  link: Link | null
  isHeld: boolean
}

/** Returns all that a push needs, without the large signature. Ignores contacts and opportunities of another CRM. */
export async function findSaleToPush(
  db: Db,
  provider: Crm['provider'],
  sessionId: string,
): Promise<SaleToPush | undefined> {
  const row = await selectSale(db, provider, sessionId).executeTakeFirst()
  return (
    row && {
      leadId: row.lead_id,
      link: toLink(row),
      isHeld: row.hold !== null,
      sale: toCrmSale(row, provider),
    }
  )
}

function selectSale(db: Db, provider: Crm['provider'], sessionId: string) {
  return db
    .selectFrom('opportunities as sale')
    .leftJoin('leads as lead', 'lead.id', 'sale.lead_id')
    .leftJoin('crm_links as link', (join) =>
      join.onRef('link.session_id', '=', 'sale.session_id').on('link.provider', '=', provider),
    )
    .where('sale.session_id', '=', sessionId)
    .select([
      'sale.session_id',
      'sale.status',
      'sale.lead_id',
      'sale.hold',
      'sale.customer_location',
      'sale.customer_name',
      'sale.customer_email',
      'sale.customer_phone',
      'sale.service_package_name',
      'sale.voucher_amount',
      'sale.total_value',
      'lead.crm_provider',
      'lead.crm_contact_id',
      'lead.street_address',
      'lead.postcode',
      'lead.contact_name',
      'lead.contact_email',
      'lead.contact_phone',
      'link.session_id as linked',
      'link.contact_id',
      'link.opportunity_id',
      'link.overwritten',
      sql<number | null>`(extract(epoch from link.unsettled_until - now()) * 1000)::float8`.as(
        'unsettled_ms',
      ),
      sql<boolean>`sale.contract_signature is not null`.as('signed'),
      sql<boolean>`exists (select from cancellations where session_id = sale.session_id)`.as('cancelled'),
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSale>['executeTakeFirst']>>>

const toLink = ({ linked, contact_id, opportunity_id, overwritten, unsettled_ms }: Row): Link | null =>
  linked === null
    ? null
    : {
        contactId: contact_id,
        opportunityId: opportunity_id,
        overwritten: overwritten ?? 0,
        unsettledMs: unsettled_ms ?? 0,
      }

const toCrmSale = (row: Row, provider: Crm['provider']): CrmSale => ({
  sessionId: row.session_id,
  status: row.status,
  contactId: row.crm_provider === provider ? row.crm_contact_id : null,
  lead: toContact(row),
  location: unlessBlank(row.customer_location),
  customerName: unlessBlank(row.customer_name),
  customerEmail: unlessBlank(row.customer_email),
  customerPhone: unlessBlank(row.customer_phone),
  servicePackageName: unlessBlank(row.service_package_name),
  voucherAmount: Number(row.voucher_amount ?? 0),
  totalValue: Number(row.total_value ?? 0),
  contractSigned: row.signed,
  cancelled: row.cancelled,
})

const toContact = ({
  street_address,
  postcode,
  contact_name,
  contact_email,
  contact_phone,
}: Row): CrmSale['lead'] =>
  street_address === null ? null : { street_address, postcode, contact_name, contact_email, contact_phone }

/** Returns null for blank text, which other clients may write. */
const unlessBlank = (text: string | null) => (text?.trim() ? text : null)

/** Returns the contacts of the leads that a sale has moved from, according to the answers to its numbered calls. */
export async function findFormerContacts(
  db: Db,
  provider: Crm['provider'],
  sessionId: string,
): Promise<string[]> {
  const { rows } = await sql<{ contactId: string }>`
    select distinct former.crm_contact_id as "contactId"
    from opportunities as sale
    join applied_calls as call using (session_id)
    join leads as former on former.id = (call.answer ->> 'lead_id')::uuid
    where session_id = ${sessionId} and former.id is distinct from sale.lead_id
      and former.crm_provider = ${provider} and former.crm_contact_id is not null
    order by "contactId"`.execute(db)
  return rows.map(({ contactId }) => contactId)
}

/**
 * Returns what a response says of a sale: its opportunity in the CRM and its hold. Undefined if there is no such sale.
 */
export async function findPushedSale(db: Db, sessionId: string) {
  return db
    .selectFrom('opportunities')
    .select(['ghl_opportunity_id', 'hold'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}
