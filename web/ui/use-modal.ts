import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Opens a dialog while it is mounted, on top of any other; everything else is inert. The dialog takes the focus and
 * returns it. It must set `keepTabInside` as its `onKeyDown`.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}

const STOPS = 'a[href], button, input, select, textarea, [tabindex]'

/** Keeps Tab inside a dialog. Otherwise, Tab after the last control would move to the browser's own buttons. */
export function keepTabInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  )
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
