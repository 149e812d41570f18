import { sql } from 'kysely'
import type { CrmSale } from '#crm/port.ts'
import type { Db } from '../db/schema.ts'
import { parkDelivered } from '../jobs/deliveries.queries.ts'

/** A sale as it is now, and where the CRM holds it, as far as we know. */
export type SaleToPush = {
  sale: CrmSale
  leadId: string | null
  link: { contactId: string | null; opportunityId: string | null } | null
}

/** Everything that a push needs, without the weight of the signature. */
export async function findSaleToPush(db: Db, sessionId: string): Promise<SaleToPush | undefined> {
  const row = await db
    .selectFrom('opportunities as sale')
    .leftJoin('leads as lead', 'lead.id', 'sale.lead_id')
    .leftJoin('crm_links as link', 'link.session_id', 'sale.session_id')
    .where('sale.session_id', '=', sessionId)
    .select([
      'sale.status',
      'sale.lead_id',
      'sale.customer_location',
      'sale.customer_name',
      'sale.customer_email',
      'sale.customer_phone',
      'sale.service_package_name',
      'sale.voucher_amount',
      'sale.total_value',
      'lead.crm_contact_id',
      'link.session_id as linked',
      'link.contact_id',
      'link.opportunity_id',
      sql<boolean>`sale.contract_signature is not null`.as('signed'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    leadId: row.lead_id,
    link: row.linked === null ? null : { contactId: row.contact_id, opportunityId: row.opportunity_id },
    sale: {
      sessionId,
      status: row.status,
      contactId: row.crm_contact_id,
      location: row.customer_location,
      customerName: row.customer_name,
      customerEmail: row.customer_email,
      customerPhone: row.customer_phone,
      servicePackageName: row.service_package_name,
      voucherAmount: Number(row.voucher_amount ?? 0),
      totalValue: Number(row.total_value ?? 0),
      contractSigned: row.signed,
    },
  }
}

/** Notes, before the CRM is asked, at which contact the sale is about to get an opportunity. */
export async function announceLink(db: Db, sessionId: string, contactId: string | null): Promise<void> {
  await db
    .insertInto('crm_links')
    .values({ session_id: sessionId, contact_id: contactId, opportunity_id: null })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ contact_id: contactId, opportunity_id: null }),
    )
    .execute()
}

const SUPERSEDED = 'Another sale of the same lead has taken over its opportunity.'

/** Records where the CRM holds the sale. A sale of ours that held this opportunity before is superseded. */
export async function completeLink(
  db: Db,
  link: { sessionId: string; contactId: string; opportunityId: string },
): Promise<void> {
  const { sessionId, contactId, opportunityId } = link
  await db.transaction().execute(async (transaction) => {
    const superseded = await transaction
      .deleteFrom('crm_links')
      .where('opportunity_id', '=', opportunityId)
      .where('session_id', '<>', sessionId)
      .returning('session_id')
      .execute()
    for (const former of superseded) await parkDelivered(transaction, former.session_id, SUPERSEDED)
    await transaction
      .updateTable('opportunities')
      .set({ ghl_opportunity_id: null })
      .where('ghl_opportunity_id', '=', opportunityId)
      .where('session_id', '<>', sessionId)
      .execute()
    await transaction
      .updateTable('crm_links')
      .set({ contact_id: contactId, opportunity_id: opportunityId })
      .where('session_id', '=', sessionId)
      .execute()
  })
}

/** Shows on the sale that the CRM has it. Not a change of the sale itself: its revision stays. */
export async function markPushed(db: Db, sessionId: string, opportunityId: string): Promise<void> {
  await db
    .updateTable('opportunities')
    .set({ ghl_opportunity_id: opportunityId, last_ghl_sync: sql<string>`now()` })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Where the CRM holds the sale, to be told; nothing when there is no such sale. */
export async function findPushedSale(db: Db, sessionId: string) {
  return db
    .selectFrom('opportunities')
    .select('ghl_opportunity_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}
