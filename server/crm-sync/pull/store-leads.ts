import type { Crm, CrmLead } from '#crm/port.ts'
import type { Db } from '../../db/schema.ts'
import { followPulledLeads } from '../../street/register/crm-tags.commands.ts'
import { lockRegister } from '../../street/register/register-lock.ts'
import { adoptLeads } from './adopt-leads.queries.ts'
import { upsertLeads } from './pull-leads.queries.ts'

/** Stores leads from the CRM within a transaction. Leads at a door on the do-not-knock register arrive closed. */
export async function storeLeads(
  tx: Db,
  provider: Crm['provider'],
  leads: readonly CrmLead[],
): Promise<void> {
  await lockRegister(tx)
  await adoptLeads(tx, provider, leads)
  await upsertLeads(tx, provider, leads)
  await followPulledLeads(tx, provider, leads)
}
