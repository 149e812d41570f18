import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on a lead that moves to another row: rows reuse their elements, so the focus must move too. Returns a
 * function that focuses a lead as soon as its row is drawn.
 */
export function useLeadFocus(list: RefObject<HTMLElement | null>): (leadId: string) => void {
  const leadInFocus = useRef<string>(undefined)
  const isAwaited = useRef(false)

  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const remember = ({ target }: FocusEvent) => {
      leadInFocus.current = (target as HTMLElement).dataset.lead
    }
    box.addEventListener('focusin', remember)
    return () => box.removeEventListener('focusin', remember)
  }, [list])

  useLayoutEffect(() => {
    const leadId = leadInFocus.current
    if (leadId === undefined || (!isAwaited.current && !list.current?.contains(document.activeElement)))
      return
    const radio = list.current?.querySelector<HTMLElement>(`[data-lead="${leadId}"]`)
    if (!radio) return
    isAwaited.current = false
    if (radio !== document.activeElement) radio.focus({ preventScroll: true })
  })

  return (leadId) => {
    leadInFocus.current = leadId
    isAwaited.current = true
  }
}
