import type { MouseEvent } from 'react'

/** The second tap of a double tap was for what stood in this place before: the last step's action, a toast, a dialog. */
export function ignoreSecondTap(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.stopPropagation()
  event.preventDefault()
}
