import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import { SALE_SORTS, SALE_STATUSES, type SalesSearch } from '#protocol/office-sales.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { TermField } from '../term-field.tsx'
import { SaleRow } from './sale-row.tsx'
import { FIRST_SHOWN, type ShownSearch, searchIn } from './search-in-address.ts'
import type { SalesShown } from './use-sales.ts'

const SORT_NAMES: Record<SalesSearch['sort'], string> = { newest: 'Newest first', oldest: 'Oldest first' }

/** Keeps a browser from asking for a fifth digit of the year. */
const LAST_DAY = '2999-12-31'

/** What a search finds among the sales. */
export function SalesList({ sales }: { sales: SalesShown }) {
  const { value, search, onSearch, showMore } = sales
  return (
    <section aria-label="Sales found" className="card overflow-hidden">
      <SalesSearchFields
        search={search}
        onChange={(changed) => onSearch({ ...search, ...changed, limit: FIRST_SHOWN })}
      />
      {!value && <SkeletonRows count={3} label="Loading the sales" />}
      {value?.sales.length === 0 && <Nothing search={search} onAll={() => onSearch(searchIn(''))} />}
      <ul className="divide-y divide-line">
        {value?.sales.map((sale) => (
          <SaleRow key={sale.session_id} sale={sale} />
        ))}
      </ul>
      {showMore && (
        <div className="border-t border-line p-3">
          <Button look="secondary" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
      {value?.next && !showMore && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
          Search or choose days to see further sales. Export CSV has them all.
        </p>
      )}
    </section>
  )
}

type SearchFieldsProps = { search: ShownSearch; onChange: (changed: Partial<SalesSearch>) => void }

const SalesSearchFields = ({ search, onChange }: SearchFieldsProps) => (
  <search className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-2 border-b border-line p-3">
    <div className="col-span-full">
      <TextField
        label="Search the sales"
        compact
        type="search"
        placeholder="Name, address, phone, email or order reference"
        value={search.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
    </div>
    <TextField
      label="From"
      type="date"
      max={LAST_DAY}
      value={search.from}
      onChange={({ target }) => onChange({ from: target.value })}
    />
    <TextField
      label="To"
      type="date"
      max={LAST_DAY}
      value={search.to}
      onChange={({ target }) => onChange({ to: target.value })}
    />
    <TermField
      label="Status"
      value={search.status}
      terms={SALE_STATUSES}
      names={{ all: 'All', ...STATUS_NAMES }}
      onChange={(status) => onChange({ status })}
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
  const isSearched = search.search.trim() !== '' || search.status !== 'all' || search.from || search.to
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
