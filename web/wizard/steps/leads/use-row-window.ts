import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows beyond either edge of what is seen, so that a scroll finds them drawn. */
const ROWS_BEYOND = 4
/** A phone's worth, until the screen has been measured. */
const FIRST_ROWS = 6

/** From `first`, counted from 0, until before `end`. */
export type RowRange = { first: number; end: number }

/**
 * Which rows of a long list are `seen`, and which to draw: those and a few around. Every row is as high as `ruler`. Both
 * follow the scroller and the size of the text.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  count: number,
): { seen: RowRange; drawn: RowRange } {
  const [view, setView] = useState({ top: 0, rows: FIRST_ROWS })

  useLayoutEffect(() => {
    const box = scroller.current
    const row = ruler.current
    if (!box || !row) return
    const look = () => {
      const rowHeight = row.offsetHeight || 1
      const top = Math.floor(box.scrollTop / rowHeight)
      const rows = Math.ceil(box.clientHeight / rowHeight) + 1
      setView((before) => (before.top === top && before.rows === rows ? before : { top, rows }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(row)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, ruler])

  const top = Math.max(0, Math.min(view.top, count - view.rows))
  const seen = { first: top, end: Math.min(count, top + view.rows) }
  const drawn = { first: Math.max(0, top - ROWS_BEYOND), end: Math.min(count, seen.end + ROWS_BEYOND) }
  return { seen, drawn }
}
