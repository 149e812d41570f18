import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows beyond either edge of what is seen, so that a scroll finds them drawn. */
const ROWS_BEYOND = 4
/** With those beyond a phone's worth, until the screen has been measured. */
const FIRST_ROWS = 6

/**
 * Which rows of a long list to draw: those on the screen and a few around. Every row is as high as `ruler`.
 * `first` counts from 0, `end` is the first that is not drawn; both follow the scroller and the size of the text.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  count: number,
): { first: number; end: number } {
  const [seen, setSeen] = useState({ top: 0, rows: FIRST_ROWS })

  useLayoutEffect(() => {
    const box = scroller.current
    const row = ruler.current
    if (!box || !row) return
    const look = () => {
      const rowHeight = row.offsetHeight || 1
      const top = Math.floor(box.scrollTop / rowHeight)
      const rows = Math.ceil(box.clientHeight / rowHeight) + 1
      setSeen((before) => (before.top === top && before.rows === rows ? before : { top, rows }))
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

  const top = Math.min(seen.top, Math.max(0, count - seen.rows))
  return { first: Math.max(0, top - ROWS_BEYOND), end: Math.min(count, top + seen.rows + ROWS_BEYOND) }
}
