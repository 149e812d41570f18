import { useEffect } from 'react'

/**
 * Keeps a box in its place on the screen while notices and toasts come and go around the step that scrolls it. Without
 * this the box would slip away from a customer who is about to sign.
 */
export function useSteadyBox(box: HTMLElement | null): void {
  useEffect(() => {
    const step = box?.closest<HTMLElement>('.step-content')
    if (box && step) return keepSteady(box, step)
  }, [box])
}

function keepSteady(box: HTMLElement, step: HTMLElement): () => void {
  let frame = frameOf(step)
  let position = step.scrollTop
  let room = 0

  /** Scrolls, and adds as much space below the content as the scrolling needs. */
  function scrollTo(wanted: number): void {
    room = Math.max(0, wanted + step.clientHeight - (step.scrollHeight - room))
    step.style.paddingBottom = room > 0 ? `calc(1rem + ${room}px)` : ''
    step.scrollTop = wanted
    position = step.scrollTop
  }

  function onResize(): void {
    const next = frameOf(step)
    // If the phone was turned, the old position means nothing.
    if (next.width === frame.width && isWithin(box, next))
      scrollTo(step.scrollTop + pulledBack() + next.top - frame.top)
    frame = next
    position = step.scrollTop
  }

  /**
   * Returns how far the browser has scrolled back because the end of the content moved down with the end of the step.
   */
  function pulledBack(): number {
    const isAtEnd = step.scrollTop + step.clientHeight >= step.scrollHeight - 1
    return isAtEnd ? Math.max(0, position - step.scrollTop) : 0
  }

  function onScroll(): void {
    const { top, height } = frameOf(step)
    // If the step was resized, the browser may have scrolled it, rather than the customer.
    if (top !== frame.top || height !== frame.height) return
    if (room > 0) scrollTo(step.scrollTop)
    position = step.scrollTop
  }

  const resized = new ResizeObserver(onResize)
  resized.observe(step, { box: 'border-box' })
  step.addEventListener('scroll', onScroll)
  return () => {
    resized.disconnect()
    step.removeEventListener('scroll', onScroll)
    step.style.paddingBottom = ''
  }
}

const frameOf = (step: HTMLElement) => step.getBoundingClientRect()

function isWithin(box: HTMLElement, frame: DOMRect): boolean {
  const { top, bottom } = box.getBoundingClientRect()
  return top < frame.bottom && bottom > frame.top
}
