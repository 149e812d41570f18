import { useCallback, useEffect } from 'react'
import { readWholeRecord, type WholeRecord } from '../../../http/sale-record.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { NoAnswer } from '../notices.tsx'
import { ClosedDoor } from './closed-door.tsx'
import { CopyState } from './copy-state.tsx'
import { HeldSale } from './held-sale.tsx'
import { SaleDocuments } from './sale-documents.tsx'
import { SaleEvents } from './sale-events.tsx'
import { SaleFrame } from './sale-frame.tsx'
import { SaleHeading } from './sale-heading.tsx'
import { SaleNotices } from './sale-notices.tsx'
import { SaleOutcomes } from './sale-outcomes.tsx'
import { SaleVoucher } from './sale-voucher.tsx'

const POLL_MS = 5_000

/** The record of one sale: its documents, its events, and the state of the customer's copy (docs/product 2.16). */
export function SalePage({ sessionId }: { sessionId: string }) {
  const read = useCallback(() => readWholeRecord(sessionId), [sessionId])
  const { value: record, failingSince, refresh } = usePolled(read, POLL_MS)
  return (
    <SaleFrame>
      {failingSince && <NoAnswer since={failingSince} />}
      {record === null ? <NoSuchSale /> : record && <Record record={record} onChange={refresh} />}
      <ToastRegion place="page" />
    </SaleFrame>
  )
}

function Record({ record, onChange }: { record: WholeRecord; onChange: () => void }) {
  const { customer_name, session_id } = record.sale
  useEffect(() => {
    document.title = `${customer_name?.trim() || session_id} · Sale · Doorstep`
  }, [customer_name, session_id])
  return (
    <>
      <SaleHeading record={record} />
      <HeldSale sale={record.sale} onChange={onChange} />
      <ClosedDoor register={record.register} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-4 lg:order-2">
          <SaleNotices notices={record.notices} onChange={onChange} />
          <CopyState record={record} onChange={onChange} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SaleOutcomes record={record} onChange={onChange} />
          <SaleDocuments record={record} />
          {record.evidence?.voucher_verdict && <SaleVoucher verdict={record.evidence.voucher_verdict} />}
          <SaleEvents record={record} />
        </div>
      </div>
    </>
  )
}

const NoSuchSale = () => (
  <div className="card empty-box">
    <h1 className="title text-ink">Sale not found</h1>
    <p className="max-w-md text-balance">
      No sale with this address is stored here. It may still be on the agent’s phone, or may have been erased.
    </p>
    <a href="/admin/ghl" className={buttonLook('secondary')}>
      Back to the back office
    </a>
  </div>
)
