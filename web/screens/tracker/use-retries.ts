import type { OpportunityListed } from '#protocol/tables.ts'
import { useApp } from '../../app-context.ts'
import { pushByHand } from '../../http/retry-operation.ts'
import { retryReports } from '../../http/sale-deliveries.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'
import { toast } from '../../ui/toast-store.ts'
import type { Place } from './ticks.ts'

/** Returns what `Retry` does at each tick of a sale. A toast says why a retry failed. */
export function useRetries(
  opportunity: OpportunityListed,
  phone: PhoneSale | undefined,
): Record<Place, () => Promise<void>> {
  const { saleActions } = useApp()
  const { session_id: sessionId } = opportunity
  const sendSale = () => saleActions.retry(sessionId)

  async function pushToCrm() {
    const failure = await pushByHand(opportunity)
    if (failure !== undefined) toast(failure, 'bad')
  }

  async function sendReports() {
    if (phone && phone.reports > 0) return saleActions.retry(sessionId, 'reports')
    const result = await retryReports(sessionId)
    if (!result.ok) toast(`Not sent: ${result.failure.message}`, 'bad')
  }

  return { phone: sendSale, server: sendSale, crm: pushToCrm, automation: sendReports }
}
