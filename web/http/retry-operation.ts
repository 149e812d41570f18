import type { OpportunityListed } from '#protocol/tables.ts'
import { callGhl, createCrmOpportunity, type GhlResult, type PushedSale, syncLeads } from './ghl-sync.ts'

const updateCrmOpportunity = (sale: PushedSale) =>
  callGhl<unknown>('update-opportunity', {
    sessionId: sale.session_id,
    status: sale.status,
    customerName: sale.customer_name,
    servicePackageName: sale.service_package_name,
    totalValue: sale.total_value,
    contractSigned: sale.status === 'closed-won',
  })

/** Pushes a sale once more because somebody asks for it; answers what to tell them when it failed (docs/product 12.2). */
export async function pushByHand(
  sale: PushedSale & Pick<OpportunityListed, 'ghl_opportunity_id'>,
): Promise<string | undefined> {
  const isThere = sale.ghl_opportunity_id !== null
  const result = await retryOperation(isThere ? 'update_opportunity' : 'create_opportunity', sale)
  if (result.ok) return undefined
  return `Failed to ${isThere ? 'update' : 'create'} GHL opportunity: ${result.message}`
}

/** Runs an operation once more by its name; any other name fails with 'Unknown operation' (docs/product 4.13). */
export async function retryOperation(operation: string, sale?: PushedSale): Promise<GhlResult<unknown>> {
  if (operation === 'sync_leads') return syncLeads()
  if (operation === 'create_opportunity' && sale) return createCrmOpportunity(sale)
  if (operation === 'update_opportunity' && sale) return updateCrmOpportunity(sale)
  return { ok: false, message: 'Unknown operation' }
}
