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
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, ruler])

  const rows = view.end - view.first
  const first = Math.max(0, Math.min(view.first, count - rows))
  const seen = { first, end: Math.min(count, first + rows) }
  // Not what a search leaves of a long list: every keystroke would draw more than the screen shows.
  const beyond = all <= SHORT_LIST ? count : ROWS_BEYOND
  const drawn = { first: Math.max(0, first - beyond), end: Math.min(count, seen.end + beyond) }
  return { seen, drawn }
}
