import { useEffect, useRef } from 'react'

/**
 * Keeps the place of keyboard users in a list. If the focused row disappears, the next row receives the focus, or the
 * heading if no row is left; after `Show more`, the first new row does. If only the focused button disappears, its row
 * keeps the focus. The returned ref is for the heading, which needs `tabIndex={-1}` and the list as its sibling.
 * `shown` must change whenever the list shows something else.
 */
export function useFocusKeptInRow<Heading extends HTMLElement>(shown: unknown) {
  const heading = useRef<Heading>(null)
  const place = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the list shows something else
  useEffect(() => {
    const list = heading.current?.parentElement
    const rows = [...(list?.querySelectorAll(':scope > ul > li') ?? [])]
    if (place.current !== undefined && document.activeElement === document.body) {
      const row = rows[place.current] ?? rows.at(-1)
      const control = row?.querySelector<HTMLElement>('a[href], button') ?? heading.current
      control?.focus()
    }
    const remember = () => {
      const focused = document.activeElement
      const row = rows.findIndex((one) => one.contains(focused))
      place.current = list?.contains(focused) ? (row === -1 ? rows.length : row) : undefined
    }
    remember()
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [shown])
  return heading
}
