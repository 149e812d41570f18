import { type FocusEvent, useMemo, useRef, useState } from 'react'
import type { Lead } from '#domain/lead/lead.ts'
import type { LeadView } from '#domain/lead/lead-book.ts'
import { useSale, useWriteLock } from '../../../../../app-context.ts'
import { leadMoves } from '../lead-moves.ts'
import { useLeadFocus } from '../use-lead-focus.ts'
import { useListPlace } from '../use-list-place.ts'
import { useRowWindow } from '../use-row-window.ts'
import { AnyRow, type AnyRowProps } from './any-row.tsx'
import { drawnRows } from './drawn-rows.ts'
import { keyOf, type WalkRow } from './walk-rows.ts'

type WalkListProps = Pick<AnyRowProps, 'known' | 'claimOf' | 'onOptions'> & {
  rows: readonly WalkRow[]
  /** How many leads there are before search and filter. */
  all: number
  view: LeadView
  onSelect: (lead: Lead) => void
}

/** The walk as one radio group of all doors. If it is long, only the rows on the screen exist, as in the list. */
export function WalkList({ rows, known, claimOf, all, view, onOptions, onSelect }: WalkListProps) {
  const selectedId = useSale().lead?.id
  const scroller = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const { seen, drawn } = useRowWindow(scroller, ruler, { count: rows.length, all })
  const [focused, setFocused] = useState<string>()
  const focusOn = useLeadFocus(scroller)
  const doors = useMemo(
    () => rows.flatMap((row, index) => (row.kind === 'door' ? { lead: row.door.lead, index } : [])),
    [rows],
  )
  const leads = useMemo(() => rows.map((row) => (row.kind === 'door' ? row.door : {})), [rows])
  const showRow = useListPlace(scroller, ruler, { rows: leads, view, selectedId })
  const showDoor = (place: number) => showRow(doors[place]?.index ?? 0)
  const { aim, select, move } = leadMoves({ rows: doors, onSelect, showRow: showDoor, focusOn })
  const { shown, isTabbable } = drawnRows(rows, { seen, drawn }, { focused, selectedId })
  return (
    <div
      ref={scroller}
      role="radiogroup"
      aria-label="Leads"
      tabIndex={useWriteLock() === 'ours' ? undefined : 0}
      onPointerDown={aim}
      onClick={select}
      onKeyDown={move}
      onFocus={({ target }: FocusEvent) => setFocused(target.closest<HTMLElement>('[data-key]')?.dataset.key)}
      onBlur={() => setFocused(undefined)}
      className="lead-scroller walk-scroller"
    >
      <div
        role="presentation"
        className="relative"
        style={{ height: `calc(var(--lead-row) * ${rows.length})` }}
      >
        <div ref={ruler} className="invisible absolute h-(--lead-row)" />
        {shown.map(({ index, row, span }) => (
          <div
            key={keyOf(row)}
            data-key={keyOf(row)}
            className={`row-place ${row.kind === 'street' ? 'street-place' : ''}`}
            style={{ top: `calc(var(--lead-row) * ${index})`, height: `calc(var(--lead-row) * ${span})` }}
          >
            <AnyRow
              row={row}
              known={known}
              claimOf={claimOf}
              count={doors.length}
              selectedId={selectedId}
              isTabbable={isTabbable(row)}
              onOptions={onOptions}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
