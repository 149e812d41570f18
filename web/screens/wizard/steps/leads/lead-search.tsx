import type { ReactNode } from 'react'
import { FIRST_VIEW, type LeadView } from '#domain/lead/lead-book.ts'
import {
  LEAD_FILTER_NAMES,
  LEAD_FILTERS,
  LEAD_SORT_NAMES,
  LEAD_SORTS,
  type LeadFilter,
  type LeadSort,
} from '#domain/lead/lead-order.ts'
import { SelectField, TextField } from '../../../../ui/field.tsx'

type LeadSearchProps = {
  view?: LeadView
  onView?: (view: LeadView) => void
  /** The choice of views, beside the field. Its space is reserved until it has loaded. */
  children?: ReactNode
}

/** Created once, so that React does not compare them at every keystroke in the search. */
const SORTS = LEAD_SORTS.map((sort) => (
  <option key={sort} value={sort}>
    {LEAD_SORT_NAMES[sort]}
  </option>
))
const FILTERS = LEAD_FILTERS.map((filter) => (
  <option key={filter} value={filter}>
    {LEAD_FILTER_NAMES[filter]}
  </option>
))

/** The search field, the order and the status filter of the list. */
export function LeadSearch({ view = FIRST_VIEW, onView = () => {}, children }: LeadSearchProps) {
  return (
    <search className="lead-filters">
      <div className="lead-search">
        <TextField
          label="Search leads"
          compact
          type="search"
          placeholder="Address or postcode"
          value={view.search}
          onChange={(event) => onView({ ...view, search: event.target.value })}
        />
        {children}
      </div>
      <SelectField
        label="Sort by"
        value={view.sort}
        onChange={(event) => onView({ ...view, sort: event.target.value as LeadSort })}
      >
        {SORTS}
      </SelectField>
      <SelectField
        label="Status"
        value={view.filter}
        onChange={(event) => onView({ ...view, filter: event.target.value as LeadFilter })}
      >
        {FILTERS}
      </SelectField>
    </search>
  )
}
