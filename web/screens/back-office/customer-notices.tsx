import { orderReference } from '#domain/contract/order-reference.ts'
import type { CustomerNotice } from '#protocol/back-office.ts'
import { readCustomerNotices } from '../../http/back-office.ts'
import { usePolled } from '../../http/use-polled.ts'
import { formatMoment } from '../../ui/wording.ts'

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
          <Notice key={`${notice.kind}-${notice.id}`} notice={notice} />
        ))}
      </ul>
    </section>
  )
}

function Notice({ notice }: { notice: CustomerNotice }) {
  const { kind, words, in_time, received_at, customer_name, contract_timestamp } = notice
  return (
    <li className="px-4 py-2.5 wrap-anywhere">
      <p className="font-semibold text-danger">
        {kind === 'cancelled' ? 'Cancelled by the customer' : 'Something is not right'}
        {in_time === false && ', after the last day'}
      </p>
      <p>
        {[customer_name?.trim() || 'Customer', contract_timestamp && orderReference(contract_timestamp)]
          .filter(Boolean)
          .join(', ')}
        <span className="text-muted"> {formatMoment(received_at)}</span>
      </p>
      {words && <p className="whitespace-pre-wrap">{words}</p>}
    </li>
  )
}
