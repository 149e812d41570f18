import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Lead } from '#domain/lead/lead.ts'
import type { LeadView } from '#domain/lead/lead-book.ts'
import type { IndexedLead } from '#domain/lead/lead-order.ts'
import { useWriteLock } from '../../../../app-context.ts'
import { usePainted } from '../../../../ui/use-painted.ts'
import { LeadCard } from './lead-card.tsx'
import { shownRows } from './shown-rows.ts'
import { useLeadFocus } from './use-lead-focus.ts'
import { useRowWindow } from './use-row-window.ts'

/** Where a key leads from a row among so many. */
const MOVES: Record<string, (from: number, count: number) => number> = {
  ArrowDown: (from, count) => (from + 1) % count,
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowUp: (from, count) => (from + count - 1) % count,
  ArrowLeft: (from, count) => (from + count - 1) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
}

type LeadListProps = {
  rows: readonly IndexedLead[]
  /** How many leads there are, whatever the view shows of them. */
  all: number
  /** What the rows are the answer to: another view starts at its top, the first one at the selected lead. */
  view: LeadView
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
}

/** The row of a radio, nothing for other elements of a row. */
const rowOf = ({ target }: { target: EventTarget }): number | undefined =>
  target instanceof HTMLInputElement ? Number(target.dataset.row) : undefined

/**
 * The leads as one radio group, of which only what is on the screen exists where there are many. All rows have one
 * height, and a row keeps its elements when another lead comes to its place: a keystroke in the search changes texts,
 * not the page. What lies beyond the screen follows a frame later.
 */
export function LeadList({ rows, all, view, selectedId, onSelect }: LeadListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const { seen, drawn } = useRowWindow(scroller, ruler, { count: rows.length, all })
  const paintedRows = usePainted(rows)
  const [focused, setFocused] = useState<number>()
  const shown = shownRows({ rows, paintedRows }, { seen, drawn }, focused)
  const selectedIsDrawn = shown.some(({ lead }) => lead.id === selectedId)
  const focusOn = useLeadFocus(scroller)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view itself is not read, only that it is another
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [view])

  const isPlaced = useRef(selectedId === undefined)
  useLayoutEffect(() => {
    if (isPlaced.current) return
    const selected = rows.findIndex(({ lead }) => lead.id === selectedId)
    if (selected === -1) return
    isPlaced.current = true
    showRow(selected)
  })

  /** Also the lead that is selected: its own place and voucher count again. */
  function select(event: MouseEvent) {
    const lead = rows[rowOf(event) ?? -1]?.lead
    if (lead) onSelect(lead)
  }

  /** The browser's own arrow keys know only the radios that exist. */
  function move(event: KeyboardEvent) {
    const from = rowOf(event)
    const to = from === undefined ? undefined : MOVES[event.key]?.(from, rows.length)
    const lead = to === undefined ? undefined : rows[to]?.lead
    if (to === undefined || !lead) return
    event.preventDefault()
    showRow(to)
    focusOn(lead.id)
    onSelect(lead)
  }

  function showRow(index: number) {
    const box = scroller.current
    const height = ruler.current?.offsetHeight ?? 0
    if (!box) return
    const top = index * height
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight
  }

  return (
    <div
      ref={scroller}
      role="radiogroup"
      aria-label="Leads"
      tabIndex={useWriteLock() === 'ours' ? undefined : 0}
      onClick={select}
      onKeyDown={move}
      onFocus={(event: FocusEvent) => setFocused(rowOf(event))}
      onBlur={() => setFocused(undefined)}
      className="-mx-1 max-h-[70dvh] min-h-64 flex-1 overflow-y-auto overscroll-contain px-1 py-1 [--lead-row:5.25rem] tall:max-h-none max-[15rem]:[--lead-row:10rem]"
    >
      <div
        role="presentation"
        className="relative"
        style={{ height: `calc(var(--lead-row) * ${rows.length})` }}
      >
        <div ref={ruler} className="invisible absolute h-(--lead-row)" />
        {shown.map(({ index, lead, count }) => (
          <div
            key={index}
            className="absolute inset-x-0 h-(--lead-row) pb-2"
            style={{ top: `calc(var(--lead-row) * ${index})` }}
          >
            <LeadCard
              lead={lead}
              selected={lead.id === selectedId}
              tabbable={lead.id === selectedId || (!selectedIsDrawn && index === seen.first)}
              row={index}
              count={count}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
