import { type RefObject, useEffect, useRef } from 'react'

/** Notes in the browser's history which entry of a list is open, so that Back returns to its row. */
export const rememberOpened = (opened: string | undefined): void =>
  history.replaceState({ ...history.state, opened }, '')

/**
 * Moves the focus once, after Back, to the row from which an entry was opened, as soon as the list has that row. `keys`
 * are the keys of the list's rows, in order.
 */
export function useOpenedRow(list: RefObject<HTMLUListElement | null>, keys: readonly string[] = []): void {
  const opened = useRef<string | undefined>(history.state?.opened)
  const index = opened.current === undefined ? -1 : keys.indexOf(opened.current)
  useEffect(() => {
    if (index === -1) return
    opened.current = undefined
    rememberOpened(undefined)
    const row = list.current?.children[index]
    row?.querySelector('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
  }, [list, index])
}
