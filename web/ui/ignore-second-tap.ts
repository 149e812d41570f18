import type { MouseEvent } from 'react'

/**
 * Ignores the second tap of a double tap, which was meant for something that is no longer there: a button, a toast, a
 * dialog.
 */
export function ignoreSecondTap(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.stopPropagation()
  event.preventDefault()
}
