import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows beyond either edge of what is seen, so that a scroll finds them drawn. */
const ROWS_BEYOND = 4
/** A list no longer than this is drawn whole, for whoever looks for a row by other means than scrolling. */
const SHORT_LIST = 60
/** A phone's worth, until the screen has been measured. */
const FIRST_ROWS = 6

/** From `first`, counted from 0, until before `end`. */
export type RowRange = { first: number; end: number }

/**
 * Which of `count` rows are `seen`, and which to draw: those and a few around, of a short list all. Every row is as high
 * as `ruler`. Both follow the scroller and the size of the text. `all` is how many there are without the search.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  { count, all }: { count: number; all: number },
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
  // Not what a search leaves of a long list: every keystroke would draw more than the screen shows.
  const beyond = all <= SHORT_LIST ? count : ROWS_BEYOND
  const drawn = { first: Math.max(0, top - beyond), end: Math.min(count, seen.end + beyond) }
  return { seen, drawn }
}
