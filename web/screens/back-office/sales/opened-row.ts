import { type RefObject, useEffect, useRef } from 'react'
import type { SaleListed } from '#protocol/office-sales.ts'

/** Notes in the history which sale is opened, so that Back from its record returns to its row. */
export const rememberOpened = (opened: string | undefined): void =>
  history.replaceState({ ...history.state, opened }, '')

/** Takes the focus to the row from which a record was opened, once after Back, when the list has that row. */
export function useOpenedRow(
  list: RefObject<HTMLUListElement | null>,
  sales: readonly SaleListed[] = [],
): void {
  const opened = useRef<unknown>(history.state?.opened)
  const index = sales.findIndex(({ session_id }) => session_id === opened.current)
  useEffect(() => {
    if (index === -1) return
    opened.current = undefined
    rememberOpened(undefined)
    const row = list.current?.children[index]
    row?.querySelector('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
  }, [list, index])
}
