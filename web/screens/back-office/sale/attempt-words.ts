import type { DeliveryTarget } from '#protocol/back-office.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import type { EventWords } from './described-event.ts'

const ATTEMPTS: Record<DeliveryTarget, { done: string; failed: string }> = {
  crm: { done: 'The CRM accepted the sale', failed: 'The CRM did not accept the sale' },
  automation: {
    done: 'The automation service accepted a report',
    failed: 'The automation service did not accept a report',
  },
  seal: { done: 'The document was sealed', failed: 'The document could not be sealed' },
  copy: { done: 'The mail server accepted the mail', failed: 'The mail could not be sent' },
  acknowledgement: {
    done: 'The mail server accepted the acknowledgement',
    failed: 'The acknowledgement could not be sent',
  },
  visits: { done: 'The CRM accepted the visits', failed: 'The CRM did not accept the visits' },
}

/** Returns the outcome of one attempt to deliver something of a sale, in words. */
export function attemptInWords(details: SaleEvent['details']): EventWords {
  const { target, ok, status, message } = details as {
    target: DeliveryTarget
    ok: boolean
    status: number | null
    message: string | null
  }
  const { done, failed } = ATTEMPTS[target] ?? { done: 'Delivered', failed: 'Not delivered' }
  if (ok) return { title: done, lines: [] }
  return { title: status === null ? failed : `${failed} (${status})`, lines: [message ?? ''], isBad: true }
}
