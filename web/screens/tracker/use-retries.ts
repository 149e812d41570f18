import { voucherOf } from '#domain/lead/lead.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { useApp } from '../../app-context.ts'
import { pushByHand } from '../../http/retry-operation.ts'
import { retryCopy, retryReports } from '../../http/sale-deliveries.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'
import { toast } from '../../ui/toast-store.ts'
import { useSaleActions } from '../use-sale-actions.ts'
import type { Place } from './ticks.ts'

/** Returns what `Retry` does for each tick of a sale. A toast says why a retry failed. */
export function useRetries(
  opportunity: OpportunityListed,
  phone: PhoneSale | undefined,
): Record<Place, () => Promise<void>> {
  const { lists } = useApp()
  const saleActions = useSaleActions()
  const { session_id: sessionId } = opportunity
  const sendSale = () => saleActions.retry(sessionId)

  async function pushToCrm() {
    const { lead_id, voucher_amount } = opportunity
    const lead = lead_id === null ? undefined : lists.shown.leads.find(lead_id)
    // Until a package is chosen, the lead has the voucher.
    const voucher = voucher_amount ?? (lead ? voucherOf(lead) : null)
    const failure = await pushByHand({ ...opportunity, voucher_amount: voucher })
    if (failure !== undefined) toast(failure, 'bad')
  }

  async function sendReports() {
    if (phone && phone.reports > 0) return saleActions.retry(sessionId, 'reports')
    const result = await retryReports(sessionId)
    if (!result.ok) toast(`Not sent: ${result.failure.message}`, 'bad')
  }

  async function mailCopy() {
    if (phone && phone.records > 0) return sendSale()
    const result = await retryCopy(sessionId)
    if (!result.ok) toast(`Not sent: ${result.failure.message}`, 'bad')
  }

  return { phone: sendSale, server: sendSale, crm: pushToCrm, automation: sendReports, customer: mailCopy }
}
