import type { RowRange } from '../use-row-window.ts'
import { keyOf, type WalkRow } from './walk-rows.ts'

/**
 * A row, its index, and how many rows it spans. The head of a street spans the whole street, so that it stays in view.
 */
export type DrawnRow = { index: number; row: WalkRow; span: number }

/**
 * Returns the rows to draw, in order, with the head of the first street in view, and where Tab stops. Tab stops at the
 * selected door if it is drawn, otherwise at the first door in view, at the head of its street, and at folded streets,
 * because these have no door to stop at. The focused row is always drawn; otherwise it would lose the focus.
 */
export function drawnRows(
  rows: readonly WalkRow[],
  { seen, drawn }: { seen: RowRange; drawn: RowRange },
  { focused, selectedId }: { focused: string | undefined; selectedId: string | undefined },
): { shown: DrawnRow[]; isTabbable: (row: WalkRow) => boolean } {
  const isIn = (index: number, { first, end }: RowRange) => index >= first && index < end
  const head = rows.findLastIndex(({ kind }, index) => kind === 'street' && index <= seen.first)
  const isDrawn = (row: WalkRow, index: number) =>
    isIn(index, drawn) || index === head || (focused !== undefined && keyOf(row) === focused)
  const shown = rows.flatMap((row, index) =>
    isDrawn(row, index) ? { index, row, span: spanOf(rows, index) } : [],
  )
  const doors = shown.filter(({ row }) => row.kind === 'door')
  const selected = doors.find(({ row }) => row.kind === 'door' && row.door.lead.id === selectedId)
  const stop = selected ?? doors.find(({ index }) => isIn(index, seen)) ?? doors[0]
  const street = stop && rows.slice(0, stop.index).findLast(({ kind }) => kind === 'street')
  const isTabbable = (row: WalkRow) =>
    row === stop?.row || row === street || (row.kind === 'street' && row.isFolded)
  return { shown, isTabbable }
}

function spanOf(rows: readonly WalkRow[], index: number): number {
  if (rows[index]?.kind !== 'street') return 1
  const next = rows.findIndex(({ kind }, other) => kind === 'street' && other > index)
  return (next === -1 ? rows.length : next) - index
}
