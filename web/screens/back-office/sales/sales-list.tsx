import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { countOf } from '../../../ui/wording.ts'
import { areReversed, DAYS_REVERSED } from '../days-searched.tsx'
import { MoreOfList } from '../more-of-list.tsx'
import { useOpenedRow } from '../opened-row.ts'
import { SaleRow } from './sale-row.tsx'
import { SalesSearchFields } from './sales-search-fields.tsx'
import { FIRST_SHOWN, type ShownSearch, searchIn } from './search-in-address.ts'
import type { SalesShown } from './use-sales.ts'
import { useSellers } from './use-sellers.ts'

/** The sales that match a search. */
export function SalesList({ sales }: { sales: SalesShown }) {
  const { value, search, isCurrent, onSearch, showMore } = sales
  const list = useRef<HTMLUListElement>(null)
  const sellers = useSellers()
  useOpenedRow(
    list,
    value?.sales.map(({ session_id }) => session_id),
  )
  const isEmpty = value?.sales.length === 0
  return (
    <section aria-label="Sales found" aria-busy={!isCurrent} className="card overflow-hidden">
      <SalesSearchFields
        search={search}
        sellers={sellers}
        onChange={(changed) => onSearch({ ...search, ...changed, limit: FIRST_SHOWN })}
      />
      {search.owner !== '' && !sellers.some(({ id }) => id === search.owner) && (
        <OnlySome all="All agents" onAll={() => onSearch({ ...search, owner: '', limit: FIRST_SHOWN })}>
          Only sales of <strong>{value?.sales[0]?.owner_name ?? 'one agent'}</strong>
        </OnlySome>
      )}
      {search.phone !== '' && (
        <OnlySome all="All phones" onAll={() => onSearch({ ...search, phone: '', limit: FIRST_SHOWN })}>
          Only sales made with <strong>{value?.sales[0]?.phone_name ?? 'one phone'}</strong>
        </OnlySome>
      )}
      <p role="status" className="px-4 pt-2.5 text-sm text-muted empty:hidden">
        {isCurrent && value && !isEmpty && howMany(value.sales.length, value.next !== null)}
      </p>
      {(!value || (isEmpty && !isCurrent)) && <SkeletonRows count={3} label="Loading the sales" />}
      {isEmpty && isCurrent && <Nothing search={search} onAll={() => onSearch(searchIn(''))} />}
      <ul ref={list} className={`divide-y divide-line ${isCurrent ? '' : 'opacity-60'}`}>
        {value?.sales.map((sale) => (
          <SaleRow key={sale.session_id} sale={sale} />
        ))}
      </ul>
      <MoreOfList
        list={list}
        count={value?.sales.length ?? 0}
        showMore={showMore}
        isCut={value?.next != null}
        hint="Search or choose dates to see more sales. Export CSV has them all."
      />
    </section>
  )
}

type OnlySomeProps = { all: string; onAll: () => void; children: ReactNode }

/**
 * Says that only one phone's or agent's sales are shown, if no search field says so. The page of phones links to such a
 * list, and the agent may no longer be among the field's options.
 */
const OnlySome = ({ all, onAll, children }: OnlySomeProps) => (
  <p className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1">
    <span>{children}</span>
    <Button look="quiet" className="-mx-3.5" onClick={onAll}>
      {all}
    </Button>
  </p>
)

const howMany = (count: number, isMore: boolean) =>
  isMore ? `The first ${count} sales` : countOf(count, 'sale')

/** Says that there are no sales. If there is a search, says how to widen it. */
function Nothing({ search, onAll }: { search: ShownSearch; onAll: () => void }) {
  const { status, outcome, owner, phone, from, to } = search
  const isSearched =
    search.search.trim() || status !== 'all' || outcome !== 'all' || owner || phone || from || to
  if (!isSearched) return <EmptyState>No sales yet. They show here once an agent starts one.</EmptyState>
  return (
    <EmptyState
      action={
        <Button look="quiet" onClick={onAll}>
          Show all sales
        </Button>
      }
    >
      {areReversed(search) ? DAYS_REVERSED : 'Nothing found. Try fewer words or other dates.'}
    </EmptyState>
  )
}
