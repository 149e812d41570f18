import type { ReactNode } from 'react'
import { DASHBOARD_PAGE } from '#protocol/office-summary.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

type DashboardFrameProps = { actions?: ReactNode; children?: ReactNode }

/** The dashboard within the frame of the office; without children, as it is while it loads. */
export const DashboardFrame = ({ actions, children }: DashboardFrameProps) => (
  <OfficeFrame path={DASHBOARD_PAGE} provider={null} isLive={children !== undefined}>
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="title">Dashboard</h1>
      {actions}
    </div>
    {children ?? <SkeletonCard count={3} label="Loading the figures" />}
  </OfficeFrame>
)
