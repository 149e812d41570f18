import { useEffect, useRef } from 'react'
import { standingInWords } from '#domain/after-signature/outcome-words.ts'
import { hasOpenComplaint } from '#domain/after-signature/refuse-outcome.ts'
import { standingOf } from '#domain/after-signature/standing-of-sale.ts'
import { orderReference } from '#domain/contract/order-reference.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { plateOf } from '#domain/lead/plate.ts'
import type { RecordedSale } from '#protocol/sale-record.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { Address } from '../../../ui/address.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { StatusMark } from '../../../ui/status-mark.tsx'
import { cancellationOf } from './cancellation-of.ts'
import { londonDay, londonMoment } from './london-moment.ts'

/** Who bought what, for how much, how far the sale has come, and what came of it. */
export function SaleHeading({ record }: { record: WholeRecord }) {
  const { sale, outcomes } = record
  const cancelledAt = cancellationOf(record)?.received_at
  const standing = standingOf(outcomes)
  const { customer_location, total_value, status } = sale
  const heading = useFocusAfterRelease(sale.held !== null)
  return (
    <header className="flex gap-3">
      <Plate
        number={plateOf(customer_location ?? '')?.number}
        look={status === 'closed-won' ? 'won' : 'plain'}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 ref={heading} tabIndex={-1} className="title wrap-anywhere">
            {sale.customer_name?.trim() || customer_location || sale.session_id}
          </h1>
          {total_value !== null && (
            <p className="figure">
              <span className="sr-only">Total </span>
              {formatPounds(total_value)}
            </p>
          )}
        </div>
        {linesOf(sale).map((line) => (
          <p key={line} className="text-muted wrap-anywhere">
            <Address>{line}</Address>
          </p>
        ))}
        <StatusMark status={status} />
        {cancelledAt !== undefined && (
          <p className="font-semibold text-danger">Cancelled by the customer on {londonDay(cancelledAt)}</p>
        )}
        {standing && <p className="font-semibold">{standingInWords(standing)}</p>}
        {hasOpenComplaint(outcomes) && <p className="font-semibold text-danger">A complaint is open</p>}
      </div>
    </header>
  )
}

/**
 * Moves the focus to the heading once a held sale is released: its notice disappears, with the button that had the
 * focus.
 */
function useFocusAfterRelease(isHeld: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasHeld = useRef(false)
  useEffect(() => {
    if (wasHeld.current && !isHeld && document.activeElement === document.body) heading.current?.focus()
    wasHeld.current = isHeld
  }, [isHeld])
  return heading
}

/** Returns the address, what was bought, and how to reach the customer. Leaves out what is not known. */
function linesOf(sale: RecordedSale): string[] {
  const { contract_timestamp, service_monthly_price } = sale
  const lines = [
    [sale.customer_location],
    [
      sale.service_package_name,
      sale.service_speed,
      service_monthly_price !== null && `${formatPounds(service_monthly_price)} a month`,
    ],
    [
      contract_timestamp && orderReference(contract_timestamp),
      contract_timestamp && `signed ${londonMoment(contract_timestamp)}`,
    ],
    [sale.customer_email],
    [sale.customer_phone],
    [madeBy(sale)],
  ]
  return lines.map((line) => line.filter(Boolean).join(', ')).filter((line) => line !== '')
}

/** Returns the phone and the person that made the sale. Either may be missing. */
function madeBy({ phone, owner }: RecordedSale): string {
  const by = owner === null ? '' : ` by ${owner}`
  if (phone) return `Made with ${phone.name}${by}`
  return by && `Made${by}`
}
