import { type ReactNode, useCallback, useId, useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import type { CustomerNotice } from '#protocol/back-office.ts'
import { readCustomerNotices } from '../../../http/office-lists.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { formatMoment } from '../../../ui/wording.ts'
import { DealWith } from '../deal-with.tsx'
import { OfficeList } from '../office-list.tsx'
import { SaleLink } from '../sale/sale-link.tsx'

const POLL_MS = 5_000

/**
 * What customers said about their signed sales, newest first: what is open, or what is dealt with (docs/product 2.17).
 */
export function CustomerNotices() {
  const [showsDealtWith, setShowsDealtWith] = useState(false)
  const read = useCallback(() => readCustomerNotices(showsDealtWith), [showsDealtWith])
  const { value: notices, refresh } = usePolled(read, POLL_MS)
  return (
    <OfficeList
      title="From customers"
      showsDealtWith={showsDealtWith}
      onToggle={() => setShowsDealtWith(!showsDealtWith)}
      empty={
        showsDealtWith
          ? 'Nothing has been dealt with yet.'
          : 'All clear. No cancellations or disputes are open.'
      }
    >
      {notices?.map((notice) => (
        <Notice key={`${notice.kind}-${notice.id}`} notice={notice} onChange={refresh}>
          <SaleOf notice={notice} />
        </Notice>
      ))}
    </OfficeList>
  )
}

type NoticeProps = { notice: CustomerNotice; onChange: () => void; children?: ReactNode }

/** What a customer said, and whether the office dealt with it; `children` says which sale it is about. */
export function Notice({ notice, onChange, children }: NoticeProps) {
  const { kind, id, words, in_time, received_at, dealt_with_at } = notice
  const titleId = useId()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p id={titleId} className={`font-semibold ${dealt_with_at === null ? 'text-danger' : ''}`}>
          {kind === 'cancelled' ? 'Cancelled by the customer' : 'Something is not right'}
          {in_time === false && ', after the last day'}
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5">
          {children}
          <span className="text-muted">{formatMoment(received_at)}</span>
        </p>
        {words && <p className="whitespace-pre-wrap">{words}</p>}
        {progressOf(notice).map((line) => (
          <p key={line} className="text-sm text-muted">
            {line}
          </p>
        ))}
      </div>
      <DealWith
        entry={{ kind, id }}
        isDealtWith={dealt_with_at !== null}
        describedBy={titleId}
        onChange={onChange}
      />
    </li>
  )
}

/** Returns what we did about a notice, one sentence each. */
function progressOf({ kind, acknowledged_at, dealt_with_at }: CustomerNotice): string[] {
  const acknowledged =
    acknowledged_at === null
      ? 'Not acknowledged by email yet'
      : `Our acknowledgement was accepted by the mail server, ${formatMoment(acknowledged_at)}`
  return [
    ...(kind === 'cancelled' ? [acknowledged] : []),
    ...(dealt_with_at === null ? [] : [`Dealt with ${formatMoment(dealt_with_at)}`]),
  ]
}

/** The customer and the order that a notice is about, with a link to the sale's record. */
function SaleOf({ notice }: { notice: CustomerNotice }) {
  const { session_id, customer_name, contract_timestamp } = notice
  return (
    <>
      <SaleLink sessionId={session_id}>
        {[customer_name?.trim() || 'Customer', contract_timestamp && orderReference(contract_timestamp)]
          .filter(Boolean)
          .join(', ')}
      </SaleLink>{' '}
    </>
  )
}
