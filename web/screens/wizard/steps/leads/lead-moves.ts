import type { KeyboardEvent, MouseEvent } from 'react'
import type { Lead } from '#domain/lead/lead.ts'

const next = (from: number, count: number) => (from + 1) % count
const previous = (from: number, count: number) => (from + count - 1) % count

/** The row that each key moves to. */
const MOVES: Record<string, (from: number, count: number) => number> = {
  ArrowDown: next,
  ArrowRight: next,
  ArrowUp: previous,
  ArrowLeft: previous,
  Home: () => 0,
  End: (_from, count) => count - 1,
}

/** Returns the row of a radio, or undefined for any other element. */
export const rowOf = ({ target }: { target: EventTarget }): number | undefined =>
  target instanceof HTMLInputElement ? Number(target.dataset.row) : undefined

type ListActions = {
  rows: readonly { lead: Lead }[]
  onSelect: (lead: Lead) => void
  showRow: (index: number) => void
  focusOn: (leadId: string) => void
}

/** Returns the handlers that select a lead by click and by key. */
export function leadMoves({ rows, onSelect, showRow, focusOn }: ListActions) {
  /** Selecting the selected lead again restores its own address and voucher. */
  function select(event: MouseEvent) {
    const lead = rows[rowOf(event) ?? -1]?.lead
    if (lead) onSelect(lead)
  }

  /** Needed because the browser's arrow keys only reach the radios that exist. */
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

  return { select, move }
}
