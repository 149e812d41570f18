import { dayInShort } from '#domain/cooling-off/calendar-date.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { DayOfSales } from '#protocol/office-summary.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { countOf } from '../../../ui/wording.ts'
import { ShareBar } from '../share-bar.tsx'

const TITLE = 'Signed per day'

/** How many sales were signed on each day, beside the best one. */
export function SignedPerDay({ days }: { days: readonly DayOfSales[] }) {
  const most = Math.max(...days.map(({ count }) => count))
  return (
    <section aria-label={TITLE} className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">{TITLE}</h2>
      {days.length === 0 && <EmptyState>No sale was signed in these days.</EmptyState>}
      <ul className="divide-y divide-line">
        {days.map(({ day, count, value, query }) => (
          <li key={day}>
            <a
              href={`${SALES_PAGE}#${query}`}
              className="grid min-h-11 grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 px-4 py-2 -outline-offset-3 hover:bg-sunken sm:grid-cols-[7rem_12rem_1fr]"
            >
              <strong className="font-semibold whitespace-nowrap">{dayInShort(day)}</strong>
              <span className="tabular-nums max-sm:text-right">
                {countOf(count, 'sale')} · {formatPounds(value)}
              </span>
              <span className="max-sm:col-span-2">
                <ShareBar part={count} whole={most} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {days.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          UK time, by the day of the signature. Days without a signed sale are left out.
        </p>
      )}
    </section>
  )
}
