import { ToastRegion } from '../../../ui/toasts.tsx'
import { ExceptionsFrame } from '../page-frames.tsx'
import { CustomerNotices } from './customer-notices.tsx'
import { DocumentsNotGiven } from './documents-not-given.tsx'

/** What the office has to deal with, one sale at a time (docs/product 2.17). */
export const ExceptionsPage = () => (
  <ExceptionsFrame>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <CustomerNotices />
      <DocumentsNotGiven />
    </div>
    <ToastRegion place="page" />
  </ExceptionsFrame>
)
