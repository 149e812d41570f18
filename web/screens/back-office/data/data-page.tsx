import { readPremisesData } from '../../../http/premises-data.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { NoAnswer } from '../notices.tsx'
import { DataFrame } from '../page-frames.tsx'
import { AreaList } from './area-list.tsx'
import { DataWarnings } from './data-warnings.tsx'
import { VersionList } from './version-list.tsx'

const POLL_MS = 3_000

/** The versions of premises data and the voucher areas, for the office (docs/product 19.8). */
export function DataPage() {
  const { value: data, failingSince, refresh } = usePolled(readPremisesData, POLL_MS)
  return (
    <DataFrame>
      {failingSince && <NoAnswer since={failingSince} />}
      {data ? (
        <>
          <DataWarnings data={data} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <VersionList data={data} onChange={refresh} />
            <AreaList areas={data.areas} onChange={refresh} />
          </div>
        </>
      ) : (
        <SkeletonCard count={3} label="Loading the data" />
      )}
      <ToastRegion place="page" />
    </DataFrame>
  )
}
