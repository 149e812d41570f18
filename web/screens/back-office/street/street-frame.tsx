import type { ReactNode } from 'react'
import { STREET_PAGE } from '#protocol/office-street.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

/** The page of visits and streets within the frame of the office; without children, as it is while it loads. */
export const StreetFrame = ({ children }: { children?: ReactNode }) => (
  <OfficeFrame path={STREET_PAGE} provider={null} isLive={children !== undefined}>
    <div className="flex min-h-14 items-center">
      <h1 className="title">Visits and streets</h1>
    </div>
    {children ?? <SkeletonCard count={3} label="Loading the visits" />}
  </OfficeFrame>
)
