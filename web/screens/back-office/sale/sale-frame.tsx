import { ChevronLeft } from 'lucide'
import type { ReactNode } from 'react'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SkeletonCard } from '../../../ui/states.tsx'
import { OfficeFrame } from '../office-frame.tsx'

/** The frame of a sale's record. Without children, it looks as it does while it loads. */
export const SaleFrame = ({ children }: { children?: ReactNode }) => (
  <OfficeFrame path={SALES_PAGE} provider={null} isLive={children !== undefined}>
    <a
      href={SALES_PAGE}
      className="-mb-3 -ml-1 flex min-h-11 w-fit items-center gap-1 rounded-lg pr-2 text-muted hover:text-ink"
    >
      <Icon of={ChevronLeft} size={18} />
      Sales
    </a>
    {children ?? <Loading />}
  </OfficeFrame>
)

const Loading = () => (
  <>
    <h1 className="title">Sale</h1>
    <SkeletonCard count={3} label="Loading the sale" />
  </>
)
