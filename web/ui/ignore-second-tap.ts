import type { MouseEvent } from 'react'

/** Ignores the second tap of a double tap, which was meant for whatever was there before: a button, a toast, a dialog. */
export function ignoreSecondTap(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.stopPropagation()
  event.preventDefault()
}
