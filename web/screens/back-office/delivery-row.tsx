import { ChevronRight } from 'lucide'
import { useId, useState } from 'react'
import type { DeliveryListed } from '#protocol/back-office.ts'
import { retryDeliveries } from '../../http/back-office.ts'
import { pushByHand } from '../../http/retry-operation.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CorrectCustomer } from './correct-customer.tsx'
import { CorrectReport } from './correct-report.tsx'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import { type Holds, standingOf } from './standing.ts'

const STEPS: Record<string, string> = {
  'eligibility-check': 'Eligibility check',
  'service-selection': 'Service selection',
  'customer-details': 'Customer details',
  'contract-signed': 'Contract signed',
}
const STATUSES: Record<string, string> = {
  open: 'Open',
  qualified: 'Qualified',
  'closed-won': 'Won',
  'closed-lost': 'Lost',
}

type DeliveryRowProps = {
  delivery: DeliveryListed
  holds: Holds
  version: string
  isOpen: boolean
  onToggle: () => void
  onChange: () => void
}

/** One delivery: whose sale, how it stands, and on request every attempt and a way to correct it. */
export function DeliveryRow({ delivery, holds, version, isOpen, onToggle, onChange }: DeliveryRowProps) {
  const { id, target, session_id, state, reason, customer_location } = delivery
  const customerName = delivery.customer_name?.trim()
  const titleId = useId()
  return (
    <li>
      <div className="flex items-start gap-1 pt-1 pr-2 pl-1 max-[15rem]:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-11 min-w-0 flex-1 gap-2 max-[15rem]:basis-full rounded-lg p-2 text-left hover:bg-sunken"
          onClick={onToggle}
        >
          <Icon
            of={ChevronRight}
            size={18}
            className={`mt-0.5 shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
            <span id={titleId} className={`font-semibold ${isOpen ? '' : 'line-clamp-4'}`}>
              {customerName || customer_location || session_id}
            </span>{' '}
            <span className="text-sm text-muted">{aboutOf(delivery)}</span>
            {customerName && (
              <span className={`basis-full text-sm text-muted ${isOpen ? '' : 'line-clamp-4'}`}>
                <Address>{customer_location}</Address>
              </span>
            )}
          </span>
        </button>
        <RetryButton delivery={delivery} describedBy={titleId} onChange={onChange} />
      </div>
      <div className="pt-1 pr-4 pb-2.5 pl-9.5 text-sm">
        {reason && (
          <p className={`wrap-anywhere ${state === 'parked' ? 'text-danger' : 'text-voucher'}`}>{reason}</p>
        )}
        <p className="text-muted">{standingOf(delivery, holds)}</p>
        {isOpen && (
          <div className="mt-2 flex flex-col gap-3">
            <p className="text-muted wrap-anywhere">Sale {session_id}</p>
            <DeliveryAttempts id={id} version={version} />
            {state === 'parked' && target === 'crm' && (
              <CorrectCustomer delivery={delivery} onChange={onChange} />
            )}
            {state === 'parked' && target === 'automation' && <CorrectReport id={id} onChange={onChange} />}
          </div>
        )}
      </div>
    </li>
  )
}

/** The step of a report, or the status of the sale that is pushed. */
function aboutOf({ step, sale_status }: DeliveryListed): string {
  return step === null ? (STATUSES[sale_status ?? ''] ?? '') : (STEPS[step] ?? step)
}

/** A push that somebody asks for by hand says how it went (docs/product 12.2). */
async function tellHowPushGoes({
  session_id,
  ghl_opportunity_id,
  sale_status,
}: DeliveryListed): Promise<void> {
  const status = sale_status ?? 'open'
  const failed = await pushByHand({ session_id, ghl_opportunity_id, status })
  if (failed === undefined) toast('The CRM has the sale')
  else toast(failed, 'bad')
}

function queuedSentence({ state, is_behind }: DeliveryListed): string {
  if (is_behind) return 'Queued behind the step before, which is tried now'
  return state === 'delivered' ? 'Queued to be sent again' : 'Queued to be tried now'
}

type RetryProps = { delivery: DeliveryListed; describedBy: string; onChange: () => void }

function RetryButton({ delivery, describedBy, onChange }: RetryProps) {
  const { id, target, state } = delivery
  const [busy, setBusy] = useState(false)
  const again = state === 'delivered'

  async function retry() {
    setBusy(true)
    if (target === 'automation' || again) await queueAgain()
    if (target === 'crm') await tellHowPushGoes(delivery)
    setBusy(false)
    onChange()
  }

  async function queueAgain() {
    const retried = await retryDeliveries({ ids: [id] })
    if (!retried.ok) toast(`Could not retry: ${retried.failure.message}`, 'bad')
    else if (retried.value.queued === 0) toast('Could not retry: it is no longer kept here', 'bad')
    else if (target === 'automation') toast(queuedSentence(delivery))
  }

  return (
    <Button
      look="quiet"
      className="shrink-0"
      aria-describedby={describedBy}
      busy={busy}
      onClick={() => void retry()}
    >
      {again ? 'Send again' : 'Retry'}
    </Button>
  )
}
