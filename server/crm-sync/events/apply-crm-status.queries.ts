import { sql } from 'kysely'
import { leadStatusFor } from '#domain/lead/lead-progress.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Db } from '../../db/schema.ts'

/** A sale that is linked to an opportunity of the CRM. */
export type LinkedSale = {
  opportunityId: string
  sessionId: string
  leadId: string | null
  status: OpportunityStatus
  revision: number
  /** The state of the sale's push; null if the CRM has received this revision of the sale. */
  pendingPush: 'waiting' | 'parked' | null
}

/** Returns the sales of these opportunities, and leaves out unknown ones. */
export async function findLinkedSales(db: Db, opportunityIds: readonly string[]): Promise<LinkedSale[]> {
  if (opportunityIds.length === 0) return []
  const { rows } = await sql<LinkedSale>`
    select link.opportunity_id as "opportunityId", sale.session_id as "sessionId", sale.lead_id as "leadId",
      sale.status, sale.revision,
      case when push.delivered < push.wanted then push.state end as "pendingPush"
    from crm_links link
    join opportunities sale on sale.session_id = link.session_id
    left join deliveries push on push.target = 'crm' and push.session_id = link.session_id
    where link.opportunity_id in (${sql.join(opportunityIds)})`.execute(db)
  return rows
}

const isClosed = (status: OpportunityStatus) => status === 'closed-won' || status === 'closed-lost'

/**
 * Gives a sale and its lead the CRM's status without queueing a push. Returns false and writes nothing if the sale was
 * written or moved since it was read. If another sale has won the lead, the lead stays won.
 */
export async function writeCrmStatus(db: Db, sale: LinkedSale, status: OpportunityStatus): Promise<boolean> {
  const { rows } = await sql`
    with stored as (
      update opportunities as o
      set status = ${status}, closed_by = ${isClosed(status) ? 'crm' : null}, revision = o.revision + 1,
        sealed = o.sealed or (o.status = 'closed-won' and o.contract_signature is not null)
      where o.session_id = ${sale.sessionId} and o.revision = ${sale.revision}
        and exists (
          select from crm_links where session_id = o.session_id and opportunity_id = ${sale.opportunityId})
        and not exists (
          select from deliveries
          where target = 'crm' and session_id = o.session_id and delivered < wanted)
      returning o.session_id, o.lead_id
    ), moved_lead as (
      update leads set status = ${leadStatusFor(status)}
      from stored
      where leads.id = stored.lead_id and leads.status <> ${leadStatusFor(status)}
        and not exists (
          select from opportunities other
          where other.lead_id = leads.id and other.session_id <> stored.session_id
            and other.status = 'closed-won')
    )
    select session_id from stored`.execute(db)
  return rows.length > 0
}

/** Clears the link of a sale to the CRM, so that its next push creates an opportunity. */
export async function forgetOpportunity(db: Db, sale: LinkedSale): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('crm_links')
      .set({ opportunity_id: null })
      .where('opportunity_id', '=', sale.opportunityId)
      .execute()
    await transaction
      .updateTable('opportunities')
      .set({ ghl_opportunity_id: null })
      .where('session_id', '=', sale.sessionId)
      .where('ghl_opportunity_id', '=', sale.opportunityId)
      .execute()
  })
}
