import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LeadView } from '#domain/lead/lead-book.ts'
import {
  LEAD_FILTER_NAMES,
  LEAD_FILTERS,
  LEAD_SORT_NAMES,
  LEAD_SORTS,
  type LeadFilter,
  type LeadSort,
} from '#domain/lead/lead-order.ts'
import type { SaleLead } from '#domain/sale/sale.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { StepHeading } from '../../wizard-frame.tsx'
import { SelectedLead } from './selected-lead.tsx'

export const FIRST_VIEW: LeadView = { sort: 'voucher', filter: 'all', search: '' }

type LeadsFrameProps = {
  children: ReactNode
  view?: LeadView
  onView?: (view: LeadView) => void
  syncing?: boolean
  onSync?: () => void
  selected?: { lead: SaleLead; voucher: string } | undefined
  onCheck?: () => void
  onContinue?: () => void
}

/** Step 1 but for the list itself; also what the page shows before there is any data. */
export function LeadsFrame({
  children,
  view = FIRST_VIEW,
  onView = () => {},
  syncing = false,
  onSync,
  selected,
  onCheck,
  onContinue,
}: LeadsFrameProps) {
  return (
    <StepLayout
      summary={<SelectedLead selected={selected} />}
      actions={
        <>
          <Button look="secondary" onClick={onCheck}>
            Check Eligibility
          </Button>
          <Button onClick={onContinue}>Continue with Lead</Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <StepHeading step={1} />
        <Button look="quiet" onClick={onSync} disabled={syncing} className="-mr-2">
          <RefreshCw aria-hidden size={18} className={syncing ? 'animate-spin' : ''} />
          Sync GHL
        </Button>
      </div>
      <search className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] gap-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] md:sideways:grid-cols-[minmax(0,1.2fr)_minmax(0,1.25fr)_minmax(0,1fr)] lg:sideways:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="col-span-2 md:col-span-1 md:self-end">
          <TextField
            label="Search leads"
            compact
            type="search"
            placeholder="Search address or postcode"
            value={view.search}
            onChange={(event) => onView({ ...view, search: event.target.value })}
          />
        </div>
        <SelectField
          label="Sort by"
          value={view.sort}
          onChange={(event) => onView({ ...view, sort: event.target.value as LeadSort })}
        >
          {LEAD_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {LEAD_SORT_NAMES[sort]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Status"
          value={view.filter}
          onChange={(event) => onView({ ...view, filter: event.target.value as LeadFilter })}
        >
          {LEAD_FILTERS.map((filter) => (
            <option key={filter} value={filter}>
              {LEAD_FILTER_NAMES[filter]}
            </option>
          ))}
        </SelectField>
      </search>
      {children}
    </StepLayout>
  )
}
