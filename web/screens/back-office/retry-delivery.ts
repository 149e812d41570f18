import type { DeliveryListed } from '#protocol/back-office.ts'
import { retryDeliveries } from '../../http/back-office.ts'
import { pushByHand } from '../../http/retry-operation.ts'
import { toast } from '../../ui/toast-store.ts'

/** Pushes the sale now. A toast says how it went (docs/product 12.2). */
export async function retryPush(delivery: DeliveryListed): Promise<void> {
  // A delivered push must be queued first, because the ledger has nothing left to send.
  if (delivery.state === 'delivered') await queueAgain(delivery)
  const failure = await pushByHand({ ...delivery, status: delivery.sale_status ?? 'open' })
  if (failure === undefined) toast('The CRM has the sale')
  else toast(failure, 'bad')
}

/** Queues the report to be sent at once. */
export async function retryReport(delivery: DeliveryListed): Promise<void> {
  if (await queueAgain(delivery)) toast(queuedSentence(delivery))
}

/** Returns whether the delivery was queued. If not, a toast says why. */
async function queueAgain({ id }: DeliveryListed): Promise<boolean> {
  const retried = await retryDeliveries({ ids: [id] })
  if (retried.ok && retried.value.queued > 0) return true
  toast(`Couldn’t retry: ${retried.ok ? 'it’s no longer stored here' : retried.failure.message}`, 'bad')
  return false
}

function queuedSentence({ state, is_behind }: DeliveryListed): string {
  if (is_behind) return 'Queued: the previous step is being sent first'
  return state === 'delivered' ? 'Queued to be sent again' : 'Queued to be sent now'
}
