import type { Lead } from '#domain/lead/lead.ts'
import type { IndexedLead } from '#domain/lead/lead-order.ts'
import type { RowRange } from './use-row-window.ts'

/** A lead in its place among so many, counted from 0. */
export type ShownRow = { index: number; lead: Lead; count: number }

type Rows = readonly IndexedLead[]

/**
 * The rows that the page has: those that are seen and the one in focus from `rows`, others from `paintedRows`, which are
 * `rows` as they were a frame ago. No lead is there twice.
 */
export function shownRows(
  { rows, paintedRows = [] }: { rows: Rows; paintedRows: Rows | undefined },
  { seen, drawn }: { seen: RowRange; drawn: RowRange },
  focused: number | undefined,
): ShownRow[] {
  const indexes = indexesIn(drawn)
  // The row in focus stays, and stays in its order, when it is scrolled out of sight: moved or gone it loses the focus.
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
