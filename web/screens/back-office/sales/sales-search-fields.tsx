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
import { TextField } from '../../../ui/field.tsx'
import { DaysSearched } from '../days-searched.tsx'
import { TermField } from '../term-field.tsx'
import type { ShownSearch } from './search-in-address.ts'
import type { Seller } from './sellers.ts'

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

type SalesSearchFieldsProps = {
  search: ShownSearch
  sellers: readonly Seller[]
  onChange: (changed: Partial<SalesSearch>) => void
}

/** The fields for searching the sales. */
export const SalesSearchFields = ({ search, sellers, onChange }: SalesSearchFieldsProps) => (
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
    {sellers.length > 0 && (
      <TermField
        label="Agent"
        value={search.owner}
        terms={['', ...sellers.map(({ id }) => id)]}
        names={{ '': 'All', ...Object.fromEntries(sellers.map(({ id, name }) => [id, name])) }}
        onChange={(owner) => onChange({ owner })}
      />
    )}
    <TermField
      label="Sort by"
      value={search.sort}
      terms={SALE_SORTS}
      names={SORT_NAMES}
      onChange={(sort) => onChange({ sort })}
    />
  </search>
)
