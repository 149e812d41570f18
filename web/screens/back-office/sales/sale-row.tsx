import { HOLD_WORDS } from '#domain/access/hold-words.ts'
import { standingInWords } from '#domain/after-signature/outcome-words.ts'
import { orderReference } from '#domain/contract/order-reference.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { plateOf } from '#domain/lead/plate.ts'
import type { SaleListed } from '#protocol/office-sales.ts'
import { Plate } from '../../../ui/plate.tsx'
import { StatusMark } from '../../../ui/status-mark.tsx'
import { rememberOpened } from '../opened-row.ts'
import { londonMoment } from '../sale/london-moment.ts'
import { SaleLink } from '../sale/sale-link.tsx'

/** A sale in the list. Its name links to its record. */
export function SaleRow({ sale }: { sale: SaleListed }) {
  const { customer_name, customer_location, service_package_name, total_value, status } = sale
  return (
    <li className="flex gap-3 px-4 py-2 tiny:px-2 tiny:[&>.plate]:hidden">
      <Plate
        number={plateOf(customer_location ?? '')?.number}
        look={status === 'closed-won' ? 'won' : 'plain'}
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 sm:flex-nowrap">
          <SaleLink sessionId={sale.session_id} onOpen={() => rememberOpened(sale.session_id)}>
            <span className="line-clamp-2">{customer_name?.trim() || customer_location || 'New sale'}</span>
          </SaleLink>
          {total_value !== null && <span className="figure">{formatPounds(total_value)}</span>}
        </div>
        <p className="line-clamp-2 text-sm text-muted">
          {[customer_name?.trim() && customer_location, service_package_name].filter(Boolean).join(' · ')}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm text-muted">
          <StatusMark status={status} />
          <span>{whenOf(sale)}</span>
          {sale.owner_name !== null && <span>{sale.owner_name}</span>}
          {sale.phone_name !== null && <span>{sale.phone_name}</span>}
        </p>
        {sale.cancelled_at !== null && (
          <p className="text-sm font-semibold text-danger">
            Cancelled by the customer{sale.cancelled_in_time ? '' : ' after the last day'},{' '}
            {londonMoment(sale.cancelled_at)}
          </p>
        )}
        {sale.standing && <p className="text-sm">{standingInWords(sale.standing)}</p>}
        {sale.hold !== null && (
          <p className="text-sm font-semibold text-wait">Held: {HOLD_WORDS[sale.hold]}</p>
        )}
        {sale.complaint_open && <p className="text-sm font-semibold text-danger">A complaint is open</p>}
      </div>
    </li>
  )
}

const whenOf = ({ contract_timestamp, created_at }: SaleListed) =>
  contract_timestamp === null
    ? `arrived ${londonMoment(created_at)}`
    : `${orderReference(contract_timestamp)}, signed ${londonMoment(contract_timestamp)}`
