import { ToastRegion } from '../../../ui/toasts.tsx'
import { ExceptionsFrame } from '../page-frames.tsx'
import { CustomerNotices } from './customer-notices.tsx'
import { DocumentsNotGiven } from './documents-not-given.tsx'
import { HeldSales } from './held-sales.tsx'

/** What the office has to deal with, one sale at a time (docs/product 2.17). */
export const ExceptionsPage = () => (
  <ExceptionsFrame>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <CustomerNotices />
        <HeldSales />
      </div>
      <DocumentsNotGiven />
    </div>
    <ToastRegion place="page" />
  </ExceptionsFrame>
)
