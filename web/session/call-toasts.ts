import { totalValue } from '#domain/catalog/pricing.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { createCrmOpportunity } from '../http/ghl-sync.ts'
import { turnedAway } from '../http/turned-away.ts'
import { toast } from '../ui/toast-store.ts'

/**
 * Asks the server to push a new sale to the CRM now, and warns the agent if that fails (docs/product 10.8). Does
 * nothing if another sale is on the screen, and shows nothing if one is when the answer arrives.
 */
export async function pushNewSale(call: SaleCall, current: () => Sale): Promise<void> {
  const isShown = () => current().sessionId === call.sessionId
  if (call.kind !== 'create-opportunity' || !isShown()) return
  const { lead_id = null } = call.body
  const { eligibility, service } = current()
  const result = await createCrmOpportunity({
    session_id: call.sessionId,
    lead_id,
    voucher_amount: eligibility?.voucherAmount ?? null,
    service_package_name: service?.packageName ?? null,
    total_value: service && totalValue(service),
  })
  // If this phone is turned away, a notice already says what happens to its sales.
  if (!result.ok && isShown() && turnedAway.get() === undefined)
    toast(`GHL sync failed: Saved locally, but not in GHL: ${result.failure.message}`, 'bad')
}
