import type { ReactNode } from 'react'
import { REGISTER_PAGE } from '#protocol/register.ts'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

type RegisterFrameProps = { actions?: ReactNode; children?: ReactNode }

/** The register within the frame of the office; without children, as it is while it loads. */
export const RegisterFrame = ({ actions, children }: RegisterFrameProps) => (
  <OfficeFrame path={REGISTER_PAGE} provider={null} isLive={children !== undefined}>
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="title">Do not knock</h1>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
    {children ?? <SkeletonCard count={3} label="Loading the register" />}
  </OfficeFrame>
)
