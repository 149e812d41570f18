import { useEffect, useRef } from 'react'

/**
 * Moves the focus when an open dialog shows something else, because the button that had the focus is gone. The focus
 * goes to the first field of a form, otherwise to the dialog. Without this, the keyboard and screen readers would start
 * behind the dialog.
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
