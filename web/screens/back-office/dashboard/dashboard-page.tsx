import { SkeletonCard } from '../../../ui/states.tsx'
import { NoAnswer } from '../notices.tsx'
import { DashboardFrame } from '../page-frames.tsx'
import { TermField } from '../term-field.tsx'
import { Figures } from './figures.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PERIOD_NAMES, PERIODS } from './period.ts'
import { SignedPerDay } from './signed-per-day.tsx'
import { useSummary } from './use-summary.ts'

/** How sales go, and what waits for the office. Each figure leads to what it counts (docs/product 22.6). */
export function DashboardPage() {
  const { value, failingSince, isCurrent, period, onPeriod } = useSummary()
  return (
    <DashboardFrame
      actions={
        <TermField label="Period" value={period} terms={PERIODS} names={PERIOD_NAMES} onChange={onPeriod} />
      }
    >
      {failingSince && <NoAnswer since={failingSince} />}
      {value ? (
        <>
          <NeedsAttention attention={value.attention} />
          <div aria-busy={!isCurrent} className={`flex flex-col gap-4 ${isCurrent ? '' : 'opacity-60'}`}>
            <Figures figures={value.figures} days={Number(value.asked)} />
            <SignedPerDay days={value.days} />
          </div>
        </>
      ) : (
        <SkeletonCard count={3} label="Loading the figures" />
      )}
    </DashboardFrame>
  )
}
