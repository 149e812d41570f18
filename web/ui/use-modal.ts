import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * For a dialog that is open while it is mounted, on top of any other: everything else is inert. It takes the focus and
 * gives it back. Its `onKeyDown` is `goRound`.
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

/** Leads Tab round in a dialog: it would leave the page for the browser's own buttons after the last of the dialog's. */
export function goRound(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  )
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
