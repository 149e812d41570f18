import { ToastRegion } from '../../../ui/toasts.tsx'
import { StreetFrame } from '../page-frames.tsx'
import { StreetProgress } from './street-progress.tsx'
import { VisitsPerDay } from './visits-per-day.tsx'

/** What agents did at the doors, for the back office (docs/product 22). */
export const StreetPage = () => (
  <StreetFrame>
    <div className="grid items-start gap-4 2xl:grid-cols-2">
      <VisitsPerDay />
      <StreetProgress />
    </div>
    <ToastRegion place="page" />
  </StreetFrame>
)
