import type { ReactNode } from 'react'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

type SalesFrameProps = { actions?: ReactNode; children?: ReactNode }

/** The list of sales within the frame of the office; without children, as it is while it loads. */
export const SalesFrame = ({ actions, children }: SalesFrameProps) => (
  <OfficeFrame path={SALES_PAGE} provider={null} isLive={children !== undefined}>
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="title">Sales</h1>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
    {children ?? <SkeletonCard count={3} label="Loading the sales" />}
  </OfficeFrame>
)
