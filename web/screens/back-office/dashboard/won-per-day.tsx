import { useRef } from 'react'
import { dayInShort } from '#domain/cooling-off/calendar-date.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { DayOfSales } from '#protocol/office-summary.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { countOf } from '../../../ui/wording.ts'
import { rememberOpened, useOpenedRow } from '../opened-row.ts'
import { ShareBar } from '../share-bar.tsx'

const TITLE = 'Won sales per day'

/** How many won sales were signed on each day, with a bar that compares it with the best day. */
export function WonPerDay({ days }: { days: readonly DayOfSales[] }) {
  const list = useRef<HTMLUListElement>(null)
  useOpenedRow(
    list,
    days.map(({ day }) => day),
  )
  const most = Math.max(...days.map(({ count }) => count))
  return (
    <section aria-label={TITLE} className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">{TITLE}</h2>
      {days.length === 0 && <EmptyState>No sales won in this period.</EmptyState>}
      <ul ref={list} className="divide-y divide-line">
        {days.map((day) => (
          <li key={day.day}>
            <Day day={day} most={most} />
          </li>
        ))}
      </ul>
      {days.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          UK time, by the day of the signature. Days without won sales are left out.
        </p>
      )}
    </section>
  )
}

const Day = ({ day: { day, count, value, query }, most }: { day: DayOfSales; most: number }) => (
  <a
    href={`${SALES_PAGE}#${query}`}
    onClick={() => rememberOpened(day)}
    className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 -outline-offset-3 hover:bg-sunken sm:grid sm:grid-cols-[7rem_12rem_1fr]"
  >
    <strong className="font-semibold">{dayInShort(day)}</strong>
    <span className="tabular-nums">
      {countOf(count, 'sale')} · {formatPounds(value)}
    </span>
    <span className="w-full">
      <ShareBar part={count} whole={most} />
    </span>
  </a>
)
