import { type FocusEvent, useRef, useState } from 'react'
import { type Lead, voucherOf } from '#domain/lead/lead.ts'
import type { LeadView } from '#domain/lead/lead-book.ts'
import type { IndexedLead } from '#domain/lead/lead-order.ts'
import { useSale, useWriteLock } from '../../../../app-context.ts'
import { keptChecks } from '../../../../eligibility/kept-checks.ts'
import { closedDoors } from '../../../../lists/closed-doors.ts'
import { usePainted } from '../../../../ui/use-painted.ts'
import { useStore } from '../../../../use-store.ts'
import { LeadCard } from './lead-card.tsx'
import { leadMoves, rowOf } from './lead-moves.ts'
import { refusalIn } from './selected-lead.tsx'
import { shownRows } from './shown-rows.ts'
import { useLeadFocus } from './use-lead-focus.ts'
import { useListPlace } from './use-list-place.ts'
import { useRowWindow } from './use-row-window.ts'

type LeadListProps = {
  rows: readonly IndexedLead[]
  /** How many leads there are before search and filter. */
  all: number
  /** When the view changes, the list scrolls to its top. The first view starts at the selected lead. */
  view: LeadView
  onSelect: (lead: Lead) => void
}

/**
 * The leads as one radio group. If there are many, only the rows on the screen exist. All rows have the same height, and
 * a row keeps its elements when another lead takes its place, so a keystroke in the search changes texts only. Rows
 * just off the screen follow a frame later.
 */
export function LeadList({ rows, all, view, onSelect }: LeadListProps) {
  const { lead: selected, eligibility } = useSale()
  const selectedId = selected?.id
  const checks = useStore(keptChecks())
  const whyClosed = useStore(closedDoors)
  const scroller = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const { seen, drawn } = useRowWindow(scroller, ruler, { count: rows.length, all })
  const paintedRows = usePainted(rows)
  const [focused, setFocused] = useState<number>()
  const shown = shownRows({ rows, paintedRows }, { seen, drawn }, focused)
  const selectedIsDrawn = shown.some(({ lead }) => lead.id === selectedId)
  const focusOn = useLeadFocus(scroller)
  const showRow = useListPlace(scroller, ruler, { rows, view, selectedId })
  const { aim, select, move } = leadMoves({ rows, onSelect, showRow, focusOn })

  return (
    <div
      ref={scroller}
      role="radiogroup"
      aria-label="Leads"
      tabIndex={useWriteLock() === 'ours' ? undefined : 0}
      onPointerDown={aim}
      onClick={select}
      onKeyDown={move}
      onFocus={(event: FocusEvent) => setFocused(rowOf(event))}
      onBlur={() => setFocused(undefined)}
      className="lead-scroller"
    >
      <div
        role="presentation"
        className="relative"
        style={{ height: `calc(var(--lead-row) * ${rows.length})` }}
      >
        <div ref={ruler} className="invisible absolute h-(--lead-row)" />
        {shown.map(({ index, lead, count }) => (
          <LeadCard
            key={index}
            lead={lead}
            selected={lead.id === selectedId}
            voucher={(lead.id === selectedId && eligibility?.voucherAmount) || voucherOf(lead)}
            refusal={refusalIn(checks[lead.id]?.verdict)}
            why={whyClosed(lead)}
            tabbable={lead.id === selectedId || (!selectedIsDrawn && index === seen.first)}
            row={index}
            count={count}
          />
        ))}
      </div>
    </div>
  )
}
