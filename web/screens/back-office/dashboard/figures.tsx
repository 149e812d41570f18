import { dayInShort } from '#domain/cooling-off/calendar-date.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import type { CountedSales } from '#protocol/office-sales.ts'
import type { Figure, Summary } from '#protocol/office-summary.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'

const NAMES: Record<CountedSales, string> = {
  all: 'All sales',
  ...STATUS_NAMES,
  cancelled: 'Cancelled by customers',
}

/**
 * The sales of the period, in total and by status, compared with the same number of days before. Each figure links to
 * the sales that it counts.
 */
export const Figures = ({ from, to, figures }: Pick<Summary, 'from' | 'to' | 'figures'>) => (
  <section aria-label="Sales">
    <ul className="grid grid-cols-2 gap-3 tiny:grid-cols-1 md:grid-cols-3">
      {figures.map((figure) => (
        <li key={figure.name}>
          <FigureCard figure={figure} />
        </li>
      ))}
    </ul>
    <p className="pt-2 text-sm text-muted">
      {from === to
        ? `${dayInShort(to)} so far, compared with the whole day before.`
        : `${dayInShort(from)} to ${dayInShort(to)}, compared with the same number of days before.`}
    </p>
  </section>
)

const FigureCard = ({ figure: { name, count, value, query, before } }: { figure: Figure }) => (
  <a
    href={`${SALES_PAGE}#${query}`}
    className="card flex h-full flex-col gap-0.5 px-4 py-3 wrap-anywhere hover:bg-sunken"
  >
    <span className="text-sm text-muted">{NAMES[name]}</span>
    <span className="flex flex-wrap items-baseline gap-x-2">
      <strong className="figure text-2xl">{formatWhole(count)}</strong>
      {name === 'closed-won' && <span className="tabular-nums">{formatPounds(value)}</span>}
    </span>
    <span className="mt-auto text-sm text-muted">{formatWhole(before.count)} before</span>
  </a>
)
