import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { LeadView } from '#domain/lead/lead-book.ts'

type Box = RefObject<HTMLElement | null>
type Listed = { rows: readonly { lead?: { id: string } }[]; view: LeadView; selectedId: string | undefined }

/**
 * Scrolls the list to each newly selected lead, once, and to the top if the view changes. Returns a function that
 * scrolls a row into view. Every row is as high as `ruler`.
 */
export function useListPlace(
  scroller: Box,
  ruler: Box,
  { rows, view, selectedId }: Listed,
): (index: number) => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view changes; its value does not matter
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [view])

  const placed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (placed.current === selectedId) return
    const selected = rows.findIndex(({ lead }) => lead?.id === selectedId)
    if (selected === -1) return
    placed.current = selectedId
    showRow(selected)
  })

  function showRow(index: number) {
    const box = scroller.current
    const height = ruler.current?.offsetHeight ?? 0
    if (!box) return
    const top = index * height
    // A header that sticks to the top of the list would cover the row.
    const covered = Number.parseFloat(getComputedStyle(box).scrollPaddingTop) || 0
    if (top < box.scrollTop + covered) box.scrollTop = top - covered
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight
  }

  return showRow
}
