import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the open dialog when it shows something else, or to the first field of a form that it then shows, because the button that was pressed for that is gone.
 * Without this, keyboard and screen reader would start behind the dialog.
 */
export function useDialogFocus(shown: unknown): void {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]')
    const dialog = dialogs[dialogs.length - 1]
    const field = dialog?.querySelector<HTMLElement>('[autofocus]') ?? dialog
    field?.focus({ preventScroll: true })
  }, [shown])
}
