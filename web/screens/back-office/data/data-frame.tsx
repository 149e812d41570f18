import type { ReactNode } from 'react'
import { DATA_PAGE } from '#protocol/premises-data.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

/** The page of premises data within the frame of the office; without children, as it is while it loads. */
export const DataFrame = ({ children }: { children?: ReactNode }) => (
  <OfficeFrame path={DATA_PAGE} provider={null} isLive={children !== undefined}>
    <div className="flex min-h-14 items-center">
      <h1 className="title">Premises data</h1>
    </div>
    {children ?? <SkeletonCard count={3} label="Loading the data" />}
  </OfficeFrame>
)
