import { useId } from 'react'
import { HOLD_WORDS } from '#domain/access/hold-words.ts'
import { orderReference } from '#domain/contract/order-reference.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { HeldSale } from '#protocol/held-sales.ts'
import { readHeldSales } from '../../../http/held-sales.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { AgeOf } from '../../../ui/age-of.tsx'
import { CountMark } from '../count-mark.tsx'
import { OfficeList } from '../office-list.tsx'
import { ReleaseSale } from '../release-sale.tsx'
import { SaleLink } from '../sale/sale-link.tsx'

const POLL_MS = 5_000

/**
 * Held sales, of suspended phones and people, the longest wait first. CRM, automation and mail receive nothing until
 * the office releases them (docs/product 2.17).
 */
export function HeldSales() {
  const { value, refresh } = usePolled(readHeldSales, POLL_MS)
  const more = (value?.count ?? 0) - (value?.sales.length ?? 0)
  return (
    <OfficeList
      title="Held sales"
      count={value && <CountMark count={value.count} />}
      empty="All clear. No sale is waiting to be released."
      more={more > 0 ? `and ${formatWhole(more)} more recent ones` : undefined}
    >
      {value?.sales.map((sale) => (
        <Held key={sale.session_id} sale={sale} onChange={refresh} />
      ))}
    </OfficeList>
  )
}

function Held({ sale, onChange }: { sale: HeldSale; onChange: () => void }) {
  const { session_id, hold, since, customer_name, customer_location, contract_timestamp } = sale
  const titleId = useId()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-1.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <SaleLink sessionId={session_id} id={titleId}>
            {customer_name?.trim() || customer_location || session_id}
          </SaleLink>{' '}
          <span className="text-sm text-muted">
            {contract_timestamp ? `${orderReference(contract_timestamp)}, ` : 'not signed, '}
            held <AgeOf moment={since} />
          </span>
        </p>
        <p className="text-sm text-muted">
          {[HOLD_WORDS[hold], sale.owner_name, sale.phone_name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <ReleaseSale sessionId={session_id} describedBy={titleId} onChange={onChange} />
    </li>
  )
}
