import { MapPin } from 'lucide'
import { memo } from 'react'
import { formatPounds, type Pounds } from '#domain/kernel/money.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { isSold, mapLink } from '#domain/lead/lead.ts'
import { plateOf } from '#domain/lead/plate.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Plate } from '../../../../ui/plate.tsx'
import { StatusMark } from '../../../../ui/status-mark.tsx'
import { Refusal } from './selected-lead.tsx'

/** All cards share this element, so React does not compare it. */
const PIN = <Icon of={MapPin} size={20} />

type LeadCardProps = {
  lead: Lead
  selected: boolean
  /** What the sale would use: the lead's own voucher, or the one that a check found for the selected lead. */
  voucher: Pounds
  /** Why the last check of this lead stops its sale, in two words. */
  refusal: string | undefined
  /** Why agents must not call at this door. */
  why: string | undefined
  /**
   * Whether Tab stops at this card. Only one card of the group is a tab stop; otherwise Tab would take a thousand
   * presses.
   */
  tabbable: boolean
  /** The index in the list, counted from 0. */
  row: number
  /** The length of the list. */
  count: number
}

/** React requires a handler here, but the list handles the click of every row. */
const handledByList = () => {}

/** A lead in the list: a radio named by its address, with the map link beside it. */
export const LeadCard = memo(
  ({ lead, selected, voucher, refusal, why, tabbable, row, count }: LeadCardProps) => {
    const closed = isSold(lead) || refusal || why !== undefined
    const plate = plateOf(lead.street_address)
    return (
      <div
        className={`row-place lead-row ${selected ? 'lead-row-chosen' : ''}`}
        style={{ top: `calc(var(--lead-row) * ${row})` }}
      >
        <input
          type="radio"
          name="lead"
          aria-label={lead.street_address}
          aria-describedby={`lead-${row}`}
          aria-posinset={row + 1}
          aria-setsize={count}
          className="whole-target"
          checked={selected}
          tabIndex={tabbable ? 0 : -1}
          data-lead={lead.id}
          data-row={row}
          onChange={handledByList}
        />
        <div className="lead-text">
          <Plate number={plate?.number} look={selected ? 'chosen' : closed ? 'won' : 'plain'} />
          <div className="lead-place">
            {/* Leaves out the number, because the plate shows it and the radio's name says it. */}
            <p className={`lead-street ${closed ? 'text-muted' : ''}`}>
              {plate?.rest ?? lead.street_address}
            </p>
            <p id={`lead-${row}`} className="text-sm leading-5 text-muted">
              {why ?? [lead.postcode, peopleIn(lead.household_size)].filter(Boolean).join(' · ')}
            </p>
          </div>
          <p className="lead-worth">
            {refusal ? (
              <Refusal words={refusal} />
            ) : (
              <span className="figure text-voucher">{formatPounds(voucher)}</span>
            )}
            {/* A word on every row would be noise, so a new door is marked for screen readers only. */}
            {lead.status === 'new' ? (
              <span className="sr-only">{STATUS_NAMES.new}</span>
            ) : (
              <StatusMark status={lead.status} />
            )}
          </p>
        </div>
        <a
          href={mapLink(lead)}
          target="_blank"
          rel="noopener"
          aria-label={`Map of ${lead.street_address}`}
          tabIndex={tabbable ? 0 : -1}
          className="lead-map"
        >
          {PIN}
        </a>
      </div>
    )
  },
)

const peopleIn = (household: number | null) =>
  household === null ? '' : household === 1 ? '1 person' : `${household} people`
