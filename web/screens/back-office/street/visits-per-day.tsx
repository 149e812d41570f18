import type { ReactNode } from 'react'
import { dayInWords } from '#domain/premises/in-words.ts'
import { OUTCOME_WORDS, OUTCOMES } from '#domain/street/outcome.ts'
import { DAYS_OF_VISITS, type DayOfVisits } from '#protocol/office-street.ts'
import { readVisitsPerDay } from '../../../http/office-street.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { NoAnswer } from '../notices.tsx'

const POLL_MS = 10_000
const TITLE = 'Visits per day'

/** How many visits there were on each of the last days, by outcome. */
export function VisitsPerDay() {
  const { value: days, failingSince } = usePolled(readVisitsPerDay, POLL_MS)
  return (
    <section aria-label={TITLE} className="card min-w-0 overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">{TITLE}</h2>
      {failingSince && (
        <div className="p-3">
          <NoAnswer since={failingSince} />
        </div>
      )}
      {!days && <SkeletonRows count={2} label="Loading the visits" />}
      {days?.length === 0 && (
        <EmptyState>
          No visits in the last {DAYS_OF_VISITS} days. They show here as soon as an agent’s phone is online.
        </EmptyState>
      )}
      {days && days.length > 0 && <Table days={days} />}
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        Last {DAYS_OF_VISITS} days, UK time. Days with no visits and visits that were undone are left out.
      </p>
    </section>
  )
}

const Table = ({ days }: { days: readonly DayOfVisits[] }) => (
  // A table that scrolls sideways must do so from the keyboard too.
  <div tabIndex={0} className="max-h-96 overflow-auto overscroll-contain -outline-offset-3">
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="sticky top-0 z-1 border-b border-line bg-surface">
          <th scope="col" className="sticky left-0 bg-surface px-4 py-2 text-left">
            Day
          </th>
          <Head>All</Head>
          {OUTCOMES.map((outcome) => (
            <Head key={outcome}>{OUTCOME_WORDS[outcome]}</Head>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {days.map(({ day, counts }) => (
          <tr key={day}>
            <th scope="row" className="sticky left-0 bg-surface px-4 py-2 text-left whitespace-nowrap">
              {dayInWords(day)}
            </th>
            <td className="px-3 py-2 text-right font-semibold">{sumOf(counts)}</td>
            {OUTCOMES.map((outcome) => (
              <td key={outcome} className="px-3 py-2 text-right">
                {counts[outcome] ?? 0}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="px-3 py-2 text-right whitespace-nowrap">
    {children}
  </th>
)

const sumOf = (counts: DayOfVisits['counts']) => Object.values(counts).reduce((sum, count) => sum + count, 0)
