import { useCallback, useId, useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { copyForCompany } from '#domain/copy/copy-in-words.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { SaleNotGiven } from '#protocol/office-lists.ts'
import { readDocumentsNotGiven } from '../../http/office-lists.ts'
import { usePolled } from '../../http/use-polled.ts'
import { AgeOf } from '../../ui/age-of.tsx'
import { formatMoment } from '../../ui/wording.ts'
import { DealWith } from './deal-with.tsx'
import { OfficeList } from './office-list.tsx'
import { SaleLink } from './sale/sale-link.tsx'

const POLL_MS = 10_000

/** Won sales whose customers are not known to have the documents, the longest wait first (docs/product 2.17). */
export function DocumentsNotGiven() {
  const [showsDealtWith, setShowsDealtWith] = useState(false)
  const read = useCallback(() => readDocumentsNotGiven(showsDealtWith), [showsDealtWith])
  const { value, refresh } = usePolled(read, POLL_MS)
  const more = showsDealtWith ? 0 : (value?.count ?? 0) - (value?.sales.length ?? 0)
  return (
    <OfficeList
      title="Documents not yet given"
      count={value && <Count count={value.count} />}
      showsDealtWith={showsDealtWith}
      onToggle={() => setShowsDealtWith(!showsDealtWith)}
      empty={
        showsDealtWith ? 'Nothing was dealt with by hand.' : 'All clear. Every customer has the documents.'
      }
      more={more > 0 ? `and ${formatWhole(more)} more that have waited less` : undefined}
    >
      {value?.sales.map((sale) => (
        <Sale key={sale.session_id} sale={sale} onChange={refresh} />
      ))}
    </OfficeList>
  )
}

const Count = ({ count }: { count: number }) => (
  <span
    className={`rounded-full px-2 text-sm leading-6 ${count > 0 ? 'bg-wait-soft text-wait' : 'bg-sunken text-muted'}`}
  >
    {formatWhole(count)}
  </span>
)

function Sale({ sale, onChange }: { sale: SaleNotGiven; onChange: () => void }) {
  const { session_id, since, customer_name, contract_timestamp, copy_state, dealt_with_at } = sale
  const titleId = useId()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-1.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <SaleLink sessionId={session_id} id={titleId}>
            {customer_name?.trim() || session_id}
          </SaleLink>{' '}
          <span className="text-sm text-muted">
            {contract_timestamp && `${orderReference(contract_timestamp)}, `}
            <AgeOf moment={since} />
          </span>
        </p>
        <p className="text-sm text-muted">
          {dealt_with_at !== null
            ? `Dealt with ${formatMoment(dealt_with_at)}`
            : copy_state && copyForCompany(copy_state, formatMoment)}
        </p>
      </div>
      <DealWith
        entry={{ kind: 'documents', session_id }}
        isDealtWith={dealt_with_at !== null}
        describedBy={titleId}
        onChange={onChange}
      />
    </li>
  )
}
