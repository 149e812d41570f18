import type { OpportunityListed } from '#protocol/tables.ts'
import { callGhl, createCrmOpportunity, type GhlResult, type PushedSale, syncLeads } from './ghl-sync.ts'

const updateCrmOpportunity = (sale: PushedSale) =>
  callGhl('update-opportunity', {
    sessionId: sale.session_id,
    status: sale.status,
    customerName: sale.customer_name,
    servicePackageName: sale.service_package_name,
    totalValue: sale.total_value,
    contractSigned: sale.status === 'closed-won',
  })

/** Pushes a sale again on request. Returns the message to show if that failed (docs/product 12.2). */
export async function pushByHand(
  sale: PushedSale & Pick<OpportunityListed, 'ghl_opportunity_id'>,
): Promise<string | undefined> {
  const exists = sale.ghl_opportunity_id !== null
  const result = await retryOperation(exists ? 'update_opportunity' : 'create_opportunity', sale)
  if (result.ok) return undefined
  return `Failed to ${exists ? 'update' : 'create'} GHL opportunity: ${result.failure.message}`
}

/** Runs an operation again by its name; an unknown name fails with 'Unknown operation' (docs/product 4.13). */
export async function retryOperation(operation: string, sale?: PushedSale): Promise<GhlResult<object>> {
  if (operation === 'sync_leads') return syncLeads()
  if (operation === 'create_opportunity' && sale) return createCrmOpportunity(sale)
  if (operation === 'update_opportunity' && sale) return updateCrmOpportunity(sale)
  return { ok: false, failure: { message: 'Unknown operation' } }
}
