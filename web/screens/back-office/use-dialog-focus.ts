import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the open dialog when it shows something else, because the button that was pressed for that is gone.
 * Without this, keyboard and screen reader would start behind the dialog.
 */
export function useDialogFocus(shown: unknown): void {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]')
    dialogs[dialogs.length - 1]?.focus({ preventScroll: true })
  }, [shown])
}
