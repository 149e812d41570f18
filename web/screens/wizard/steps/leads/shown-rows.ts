import type { Lead } from '#domain/lead/lead.ts'
import type { IndexedLead } from '#domain/lead/lead-order.ts'
import type { RowRange } from './use-row-window.ts'

/** A lead, its index in the list and the length of the list. */
export type ShownRow = { index: number; lead: Lead; count: number }

type Rows = readonly IndexedLead[]

/**
 * Returns the rows to draw. The visible rows and the focused one come from `rows`; the others come from `paintedRows`,
 * the rows of the previous frame. No lead is returned twice.
 */
export function shownRows(
  { rows, paintedRows = [] }: { rows: Rows; paintedRows: Rows | undefined },
  { seen, drawn }: { seen: RowRange; drawn: RowRange },
  focused: number | undefined,
): ShownRow[] {
  const indexes = indexesIn(drawn)
  // A focused row that is scrolled out of sight must keep its order: if it is moved or removed, it loses the focus.
  if (focused !== undefined && focused < drawn.first) indexes.unshift(focused)
  if (focused !== undefined && focused >= drawn.end) indexes.push(focused)

  const current = new Set([...indexesIn(seen), focused])
  const currentLeads = new Set([...current].map((index) => rows[index ?? -1]?.lead.id))
  return indexes.flatMap((index) => {
    const isCurrent = current.has(index)
    const from = isCurrent ? rows : paintedRows
    const lead = from[index]?.lead
    const isThere = lead && (isCurrent || !currentLeads.has(lead.id))
    return isThere ? [{ index, lead, count: from.length }] : []
  })
}

const indexesIn = ({ first, end }: RowRange) =>
  Array.from({ length: end - first }, (_, place) => first + place)
