import type { RowRange } from '../use-row-window.ts'
import { keyOf, type WalkRow } from './walk-rows.ts'

export type DrawnRow = { index: number; row: WalkRow }

/**
 * Returns the rows to draw, in order, and where Tab stops: at the selected door if it is drawn, otherwise at the first
 * door in sight, at the head of its street, and at folded streets, which have no door to stop at. The row with the focus
 * is always drawn, because it would lose the focus.
 */
export function drawnRows(
  rows: readonly WalkRow[],
  { seen, drawn }: { seen: RowRange; drawn: RowRange },
  { focused, selectedId }: { focused: string | undefined; selectedId: string | undefined },
): { shown: DrawnRow[]; isTabbable: (row: WalkRow) => boolean } {
  const isIn = (index: number, { first, end }: RowRange) => index >= first && index < end
  const shown = rows.flatMap((row, index) =>
    isIn(index, drawn) || (focused !== undefined && keyOf(row) === focused) ? { index, row } : [],
  )
  const doors = shown.filter(({ row }) => row.kind === 'door')
  const selected = doors.find(({ row }) => row.kind === 'door' && row.door.lead.id === selectedId)
  const stop = selected ?? doors.find(({ index }) => isIn(index, seen)) ?? doors[0]
  const street = stop && rows.slice(0, stop.index).findLast(({ kind }) => kind === 'street')
  const isTabbable = (row: WalkRow) =>
    row === stop?.row || row === street || (row.kind === 'street' && row.isFolded)
  return { shown, isTabbable }
}
