import { sql } from 'kysely'
import { leadStatusFor } from '#domain/lead/lead-progress.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Db } from '../../db/schema.ts'

/** The sale of an opportunity of the CRM, as it stands. */
export type LinkedSale = {
  opportunityId: string
  sessionId: string
  leadId: string | null
  status: OpportunityStatus
  revision: number
  /** How the push of this state stands, as long as the CRM has not heard of it. */
  untold: 'waiting' | 'parked' | null
}

/** The sales of those opportunities; nothing for an opportunity that is none of ours. */
export async function findLinkedSales(db: Db, opportunityIds: readonly string[]): Promise<LinkedSale[]> {
  if (opportunityIds.length === 0) return []
  const { rows } = await sql<LinkedSale>`
    select link.opportunity_id as "opportunityId", sale.session_id as "sessionId", sale.lead_id as "leadId",
      sale.status, sale.revision,
      case when push.delivered < push.wanted then push.state end as untold
    from crm_links link
    join opportunities sale on sale.session_id = link.session_id
    left join deliveries push on push.target = 'crm' and push.session_id = link.session_id
    where link.opportunity_id in (${sql.join(opportunityIds)})`.execute(db)
  return rows
}

const isClosed = (status: OpportunityStatus) => status === 'closed-won' || status === 'closed-lost'

/**
 * Gives a sale the status that the CRM has, and its lead with it; no push is queued, as the CRM knows. Nothing when
 * the sale was written since it was found, or went elsewhere. A lead that another sale has won stays won.
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

/** Forgets where the CRM held a sale: its next push creates. */
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
