import { useCallback, useId, useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { REGISTER_REASON_WORDS } from '#domain/street/register-words.ts'
import type { RegisterSale } from '#protocol/register.ts'
import { readRegisterSales } from '../../../http/register.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { formatMoment } from '../../../ui/wording.ts'
import { DealWith } from '../deal-with.tsx'
import { OfficeList } from '../office-list.tsx'
import { SaleLink } from '../sale/sale-link.tsx'

const POLL_MS = 10_000

/** Sales that were signed although the door was on the register: the office decides what to do (docs/product 16.6). */
export function SignedSales() {
  const [showsDealtWith, setShowsDealtWith] = useState(false)
  const read = useCallback(() => readRegisterSales(showsDealtWith), [showsDealtWith])
  const { value, refresh } = usePolled(read, POLL_MS)
  return (
    <OfficeList
      title="Signed at these doors"
      showsDealtWith={showsDealtWith}
      onToggle={() => setShowsDealtWith(!showsDealtWith)}
      empty={showsDealtWith ? 'Nothing was dealt with yet.' : 'All clear. No sale was signed at such a door.'}
    >
      {value?.sales.map((sale) => (
        <Sale key={sale.session_id} sale={sale} onChange={refresh} />
      ))}
    </OfficeList>
  )
}

function Sale({ sale, onChange }: { sale: RegisterSale; onChange: () => void }) {
  const { session_id, customer_name, customer_location, contract_timestamp, reason, asked_at } = sale
  const titleId = useId()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-1.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <SaleLink sessionId={session_id} id={titleId}>
            {customer_name?.trim() || session_id}
          </SaleLink>{' '}
          <span className="text-sm text-muted">
            {contract_timestamp &&
              `${orderReference(contract_timestamp)}, signed ${formatMoment(contract_timestamp)}`}
          </span>
        </p>
        <p className="text-sm text-muted">
          {[customer_location, `${REGISTER_REASON_WORDS[reason]}, ${formatMoment(asked_at)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <DealWith
        entry={{ kind: 'do-not-knock', session_id }}
        isDealtWith={sale.dealt_with_at !== null}
        describedBy={titleId}
        onChange={onChange}
      />
    </li>
  )
}
