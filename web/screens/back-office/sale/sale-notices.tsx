import type { CustomerNotice } from '#protocol/back-office.ts'
import { Notice } from '../exceptions/customer-notices.tsx'

type SaleNoticesProps = { notices: readonly CustomerNotice[]; onChange: () => void }

/** What the customer said about this sale, newest first. Hidden if they said nothing. */
export function SaleNotices({ notices, onChange }: SaleNoticesProps) {
  if (notices.length === 0) return null
  return (
    <section aria-label="From the customer" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">From the customer</h2>
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <Notice key={`${notice.kind}-${notice.id}`} notice={notice} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}
