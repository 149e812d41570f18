import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { Lead } from '#domain/lead/lead.ts'

const next = (from: number, count: number) => (from + 1) % count
const previous = (from: number, count: number) => (from + count - 1) % count

/** The row to which each key moves. */
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

/** The lead under the finger when it came down, until it is lifted. */
let aimedAt: string | undefined

type ListActions = {
  rows: readonly { lead: Lead }[]
  onSelect: (lead: Lead) => void
  showRow: (index: number) => void
  focusOn: (leadId: string) => void
}

/** Returns the handlers that select a lead by pointer and by key. */
export function leadMoves({ rows, onSelect, showRow, focusOn }: ListActions) {
  const leadAt = (event: MouseEvent) => rows[rowOf(event) ?? -1]?.lead

  function aim(event: PointerEvent) {
    aimedAt = leadAt(event)?.id
  }

  /**
   * Selects a lead. Selecting the selected lead again restores its own address and voucher. If the list has moved since
   * the finger came down, the tap does nothing, because another household is under the finger. A key or a screen reader
   * clicks without a finger.
   */
  function select(event: MouseEvent) {
    const lead = leadAt(event)
    const hasFinger = event.detail > 0 && aimedAt !== undefined
    if (lead && (!hasFinger || lead.id === aimedAt)) onSelect(lead)
    aimedAt = undefined
  }

  /** Moves the selection by key: the browser's arrow keys reach only the radios that exist. */
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

  return { aim, select, move }
}
