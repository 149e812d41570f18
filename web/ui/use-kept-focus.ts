import { useEffect } from 'react'

/**
 * If the focused element is removed from the page, moves the focus to the open dialog or, without one, to the heading
 * with this id. Otherwise, keyboard and screen reader would start at the top of the page again.
 */
export function useKeptFocus(headingId: string): void {
  useEffect(() => {
    let focused: Node | undefined
    const remember = ({ target }: FocusEvent) => {
      focused = target as Node
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = undefined
      const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
      const place = dialog ?? document.getElementById(headingId)
      place?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [headingId])
}
