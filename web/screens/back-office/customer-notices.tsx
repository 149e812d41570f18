import type { ReactNode } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import type { CustomerNotice } from '#protocol/back-office.ts'
import { readCustomerNotices } from '../../http/back-office.ts'
import { usePolled } from '../../http/use-polled.ts'
import { formatMoment } from '../../ui/wording.ts'
import { SaleLink } from './sale/sale-link.tsx'

const POLL_MS = 5_000

/** What customers said of their signed sales, newest first; nothing if there is nothing (docs/product 2.11). */
export function CustomerNotices() {
  const { value: notices } = usePolled(readCustomerNotices, POLL_MS)
  if (!notices || notices.length === 0) return null
  return (
    <section aria-label="From customers" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">From customers</h2>
      <ul
        tabIndex={0}
        className="max-h-80 divide-y divide-line overflow-y-auto overscroll-contain -outline-offset-3"
      >
        {notices.map((notice) => (
          <Notice key={`${notice.kind}-${notice.id}`} notice={notice}>
            <SaleOf notice={notice} />
          </Notice>
        ))}
      </ul>
    </section>
  )
}

type NoticeProps = { notice: CustomerNotice; children?: ReactNode }

/** What a customer said; `children` says which sale it is about. */
export function Notice({ notice, children }: NoticeProps) {
  const { kind, words, in_time, received_at, acknowledged_at } = notice
  return (
    <li className="px-4 py-2.5 wrap-anywhere">
      <p className="font-semibold text-danger">
        {kind === 'cancelled' ? 'Cancelled by the customer' : 'Something is not right'}
        {in_time === false && ', after the last day'}
      </p>
      <p>
        {children}
        <span className="text-muted">{formatMoment(received_at)}</span>
      </p>
      {kind === 'cancelled' && (
        <p className="text-sm text-muted">
          {acknowledged_at === null
            ? 'Not acknowledged by mail yet'
            : `Our acknowledgement was accepted by the mail server, ${formatMoment(acknowledged_at)}`}
        </p>
      )}
      {words && <p className="whitespace-pre-wrap">{words}</p>}
    </li>
  )
}

/** Whose sale a notice is about, with a link to its record. */
function SaleOf({ notice }: { notice: CustomerNotice }) {
  const { session_id, customer_name, contract_timestamp } = notice
  return (
    <>
      <SaleLink sessionId={session_id} className="inline-block py-2">
        {[customer_name?.trim() || 'Customer', contract_timestamp && orderReference(contract_timestamp)]
          .filter(Boolean)
          .join(', ')}
      </SaleLink>{' '}
    </>
  )
}
