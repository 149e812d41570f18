import type { ReactNode } from 'react'
import { LEADS_PAGE } from '#protocol/lead-files.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

/** The page of lead files within the frame of the office; without children, as it is while it loads. */
export const LeadsFrame = ({ children }: { children?: ReactNode }) => (
  <OfficeFrame path={LEADS_PAGE} provider={null} isLive={children !== undefined}>
    <div className="flex min-h-14 items-center">
      <h1 className="title">Leads</h1>
    </div>
    {children ?? <SkeletonCard count={2} label="Loading the page" />}
  </OfficeFrame>
)
