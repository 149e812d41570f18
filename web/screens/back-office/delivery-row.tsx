import { ChevronRight } from 'lucide'
import { useId, useState } from 'react'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import type { DeliveryListed } from '#protocol/back-office.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMay } from './account/account.ts'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import { describeProgress, type Holds } from './delivery-progress.ts'
import { SaleLink } from './sale/sale-link.tsx'
import { TARGETS } from './targets.ts'

const STEPS: Record<string, string> = {
  'eligibility-check': 'Eligibility check',
  'service-selection': 'Service selection',
  'customer-details': 'Customer details',
  'contract-signed': 'Contract signed',
}

type DeliveryRowProps = {
  delivery: DeliveryListed
  holds: Holds
  version: string
  isOpen: boolean
  onToggle: () => void
  onChange: () => void
}

/** A delivery with its sale and its state. When open, it also shows every attempt and the form to correct it. */
export function DeliveryRow({ delivery, holds, version, isOpen, onToggle, onChange }: DeliveryRowProps) {
  const { id, target, session_id, state, reason, customer_location, sale_status } = delivery
  const { Correction } = TARGETS[target]
  const customerName = delivery.customer_name?.trim()
  const titleId = useId()
  const mayCorrect = useMay('write-office')
  return (
    <li>
      <div className="flex items-start gap-1 pt-1 pr-2 pl-1 max-[18rem]:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-11 min-w-0 flex-1 gap-2 max-[18rem]:basis-full rounded-lg p-2 text-left hover:bg-sunken"
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
        {/* A retry would not send a delivery whose sale is held. */}
        {!delivery.is_held && <RetryButton delivery={delivery} describedBy={titleId} onChange={onChange} />}
      </div>
      <div className="pt-1 pr-4 pb-2.5 pl-9.5 text-sm">
        {reason && (
          <p className={`wrap-anywhere ${state === 'parked' ? 'text-danger' : 'text-wait'}`}>{reason}</p>
        )}
        <p className="text-muted">{describeProgress(delivery, holds)}</p>
        {isOpen && (
          <div className="mt-2 flex flex-col gap-3">
            <p className="flex flex-wrap items-center gap-x-3 text-muted wrap-anywhere">
              {target === 'visits' ? 'Lead' : 'Sale'} {session_id}
              {sale_status !== null && <SaleLink sessionId={session_id}>Open its record</SaleLink>}
            </p>
            <DeliveryAttempts id={id} version={version} />
            {state === 'parked' && Correction && mayCorrect && (
              <Correction delivery={delivery} onChange={onChange} />
            )}
          </div>
        )}
      </div>
    </li>
  )
}

/** Returns the step of a report, or the status of a pushed sale. */
function aboutOf({ step, sale_status }: DeliveryListed): string {
  if (step !== null) return STEPS[step] ?? step
  return sale_status === null ? '' : STATUS_NAMES[sale_status]
}

type RetryProps = { delivery: DeliveryListed; describedBy: string; onChange: () => void }

function RetryButton({ delivery, describedBy, onChange }: RetryProps) {
  const { target, state } = delivery
  const [busy, setBusy] = useState(false)
  // A waiting push is sent at once, as phones do it; everything else is queued again.
  const mayRetry = useMay(target === 'crm' && state !== 'delivered' ? 'sync-crm' : 'write-office')

  async function retry() {
    setBusy(true)
    await TARGETS[target].retry(delivery)
    setBusy(false)
    onChange()
  }

  if (!mayRetry) return null
  return (
    <Button
      look="quiet"
      className="shrink-0"
      aria-describedby={describedBy}
      busy={busy}
      onClick={() => void retry()}
    >
      {state === 'delivered' ? 'Send again' : 'Retry'}
    </Button>
  )
}
