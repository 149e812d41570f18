import { ErrorState, SkeletonCard } from '../../../ui/states.tsx'
import { NoAnswer } from '../notices.tsx'
import { DashboardFrame } from '../page-frames.tsx'
import { TermField } from '../term-field.tsx'
import { Figures } from './figures.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PERIOD_NAMES, PERIODS } from './period.ts'
import { useSummary } from './use-summary.ts'
import { WonPerDay } from './won-per-day.tsx'

/** How sales are going, and what waits for the office. Each figure links to what it counts (docs/product 22.6). */
export function DashboardPage() {
  const { value, failingSince, refresh, period, onPeriod } = useSummary()
  return (
    <DashboardFrame
      actions={
        <TermField label="Period" value={period} terms={PERIODS} names={PERIOD_NAMES} onChange={onPeriod} />
      }
    >
      {value && failingSince && <NoAnswer since={failingSince} />}
      {value ? (
        <>
          <NeedsAttention attention={value.attention} />
          <Figures {...value} />
          <WonPerDay days={value.days} />
        </>
      ) : failingSince ? (
        <ErrorState message="The figures for this period could not be loaded." onRetry={refresh} />
      ) : (
        <SkeletonCard count={3} label="Loading the figures" />
      )}
    </DashboardFrame>
  )
}
