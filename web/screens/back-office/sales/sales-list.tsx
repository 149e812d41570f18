import { type ReactNode, useRef } from 'react'
import { SALE_OUTCOME_WORDS } from '#domain/after-signature/outcome-words.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import {
  MAX_SEARCH,
  OUTCOME_FILTERS,
  type OutcomeFilter,
  SALE_FILTERS,
  SALE_SORTS,
  type SaleFilter,
  type SalesSearch,
} from '#protocol/office-sales.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { countOf } from '../../../ui/wording.ts'
import { DaysSearched } from '../days-searched.tsx'
import { MoreOfList } from '../more-of-list.tsx'
import { useOpenedRow } from '../opened-row.ts'
import { TermField } from '../term-field.tsx'
import { SaleRow } from './sale-row.tsx'
import { FIRST_SHOWN, type ShownSearch, searchIn } from './search-in-address.ts'
import type { SalesShown } from './use-sales.ts'

const FILTER_NAMES: Record<SaleFilter, string> = {
  all: 'All',
  ...STATUS_NAMES,
  cancelled: 'Cancelled by the customer',
  held: 'Held',
}
const OUTCOME_NAMES: Record<OutcomeFilter, string> = {
  all: 'All',
  ...SALE_OUTCOME_WORDS,
  'complaint-open': 'Complaint open',
}
const SORT_NAMES: Record<SalesSearch['sort'], string> = { newest: 'Newest first', oldest: 'Oldest first' }

/** What a search finds among the sales. */
export function SalesList({ sales }: { sales: SalesShown }) {
  const { value, search, isCurrent, onSearch, showMore } = sales
  const list = useRef<HTMLUListElement>(null)
  useOpenedRow(
    list,
    value?.sales.map(({ session_id }) => session_id),
  )
  const isEmpty = value?.sales.length === 0
  return (
    <section aria-label="Sales found" aria-busy={!isCurrent} className="card overflow-hidden">
      <SalesSearchFields
        search={search}
        onChange={(changed) => onSearch({ ...search, ...changed, limit: FIRST_SHOWN })}
      />
      {search.owner !== '' && (
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
        hint="Search or choose days to see further sales. Export CSV has them all."
      />
    </section>
  )
}

type OnlySomeProps = { all: string; onAll: () => void; children: ReactNode }

/** Says that only the sales of one agent or phone are shown, as the pages of people and phones ask for. */
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

type SearchFieldsProps = { search: ShownSearch; onChange: (changed: Partial<SalesSearch>) => void }

const SalesSearchFields = ({ search, onChange }: SearchFieldsProps) => (
  <search className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-2 border-b border-line p-3">
    <div className="col-span-full">
      <TextField
        label="Search the sales"
        compact
        type="search"
        maxLength={MAX_SEARCH}
        placeholder="Name, address, phone, email or order reference"
        value={search.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
    </div>
    <DaysSearched from={search.from} to={search.to} onChange={onChange} />
    <TermField
      label="Status"
      value={search.status}
      terms={SALE_FILTERS}
      names={FILTER_NAMES}
      onChange={(status) => onChange({ status })}
    />
    <TermField
      label="After the signature"
      value={search.outcome}
      terms={OUTCOME_FILTERS}
      names={OUTCOME_NAMES}
      onChange={(outcome) => onChange({ outcome })}
    />
    <TermField
      label="Sort by"
      value={search.sort}
      terms={SALE_SORTS}
      names={SORT_NAMES}
      onChange={(sort) => onChange({ sort })}
    />
  </search>
)

/** An empty list with a search says how to widen it. */
function Nothing({ search, onAll }: { search: ShownSearch; onAll: () => void }) {
  const { status, outcome, owner, phone, from, to } = search
  const isSearched =
    search.search.trim() || status !== 'all' || outcome !== 'all' || owner || phone || from || to
  if (!isSearched) return <EmptyState>No sales yet. They show here once an agent has begun one.</EmptyState>
  return (
    <EmptyState
      action={
        <Button look="quiet" onClick={onAll}>
          Show all sales
        </Button>
      }
    >
      Nothing found. Try fewer words or other days.
    </EmptyState>
  )
}
