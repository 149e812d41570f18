/** What can take the focus from something inside it that is gone. */
const PLACES = 'dialog, li, section, form, main'

/**
 * If the focused element is removed, hidden or disabled, moves the focus to the nearest place around it that is left.
 * Otherwise, keyboard and screen reader would start at the top of the page again.
 */
export function keepFocusNearby(): void {
  let focused: Element | undefined
  let around: HTMLElement[] = []
  let isWaiting = false

  document.addEventListener('focusin', ({ target }) => {
    focused = target as Element
    around = placesAround(focused)
  })

  function move(): void {
    isWaiting = false
    if (!isLost(focused)) return
    focused = undefined
    const place = around.find((one) => one.checkVisibility())
    place?.setAttribute('tabindex', '-1')
    place?.focus({ preventScroll: true })
  }

  new MutationObserver(() => {
    if (isWaiting || !isLost(focused)) return
    isWaiting = true
    // A list may choose its next row, and a dialog what opened it, once React has rendered.
    requestAnimationFrame(() => setTimeout(move))
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['hidden', 'disabled', 'open'],
  })
}

const isLost = (focused: Element | undefined): boolean =>
  focused !== undefined &&
  document.activeElement === document.body &&
  (!focused.checkVisibility() || focused.matches(':disabled'))

/** Returns the places around an element, nearest first. They must be known before it is removed. */
function placesAround(element: Element): HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(PLACES)
  return place ? [place, ...placesAround(place)] : []
}
