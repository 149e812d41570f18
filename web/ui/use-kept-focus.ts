import { useEffect } from 'react'

/**
 * Leads keyboard and screen reader on when what had the focus is gone from the page, where a browser would begin at its
 * top again: to the dialog that is open, else to the heading with this id.
 */
export function useKeptFocus(headingId: string): void {
  useEffect(() => {
    let focused: Node | undefined
    const note = ({ target }: FocusEvent) => {
      focused = target as Node
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = undefined
      const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
      const place = dialog ?? document.getElementById(headingId)
      place?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [headingId])
}
