import { type RefObject, useLayoutEffect, useState } from 'react'
import { keepInView } from './keep-in-view.ts'

/** Rows drawn beyond either edge of the screen, so that scrolling does not show gaps. */
const ROWS_BEYOND = 4
/** A list of at most this length is drawn in full, so that find-in-page and screen readers reach every row. */
const SHORT_LIST = 60
/** How many rows are drawn until the screen has been measured. */
const FIRST_ROWS = 6

/** Row indexes from `first` up to, but not including, `end`. */
export type RowRange = { first: number; end: number }

/**
 * Returns which of `count` rows are visible (`seen`) and which to draw (`drawn`): the visible rows and a few around
 * them, or every row if the list is short. Every row is as high as `ruler`, so the result follows scrolling and text
 * size. `all` is the length of the list before the search. Keeps the selected row in view when the list becomes
 * shorter.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  { count, all }: { count: number; all: number },
): { seen: RowRange; drawn: RowRange } {
  const [view, setView] = useState<RowRange>({ first: 0, end: FIRST_ROWS })

  useLayoutEffect(() => {
    const box = scroller.current
    const row = ruler.current
    if (!box || !row) return
    const look = () => {
      const rowHeight = row.offsetHeight || 1
      const first = Math.floor(box.scrollTop / rowHeight)
      const end = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight)
      setView((before) => (before.first === first && before.end === end ? before : { first, end }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(row)
    box.addEventListener('scroll', look, { passive: true })
    const release = keepInView(box)
    return () => {
      release()
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, ruler])

  const rows = view.end - view.first
  const first = Math.max(0, Math.min(view.first, count - rows))
  const seen = { first, end: Math.min(count, first + rows) }
  // Depends on `all`, not `count`: if a search shortened a long list, every keystroke would draw more than the screen.
  const beyond = all <= SHORT_LIST ? count : ROWS_BEYOND
  const drawn = { first: Math.max(0, first - beyond), end: Math.min(count, seen.end + beyond) }
  return { seen, drawn }
}
