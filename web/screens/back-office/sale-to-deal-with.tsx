import { type ReactNode, useId } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import type { DealtWithEntry } from '#protocol/office-lists.ts'
import { DealWith } from './deal-with.tsx'
import { SaleLink } from './sale/sale-link.tsx'

type SaleToDealWithProps = {
  sale: {
    session_id: string
    customer_name: string | null
    contract_timestamp: string | null
    dealt_with_at: string | null
  }
  kind: Exclude<DealtWithEntry['kind'], 'cancelled' | 'disputed'>
  /** Follows the order reference. */
  when: ReactNode
  /** Shown on a line below: why the office has to deal with it. */
  children: ReactNode
  onChange: () => void
}

/** A sale in a list of what the office has to deal with. */
export function SaleToDealWith({ sale, kind, when, children, onChange }: SaleToDealWithProps) {
  const { session_id, customer_name, contract_timestamp, dealt_with_at } = sale
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
            {when}
          </span>
        </p>
        <p className="text-sm text-muted">{children}</p>
      </div>
      <DealWith
        entry={{ kind, session_id }}
        isDealtWith={dealt_with_at !== null}
        describedBy={titleId}
        onChange={onChange}
      />
    </li>
  )
}
