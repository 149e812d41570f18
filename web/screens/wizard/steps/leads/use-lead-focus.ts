import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on its lead: rows keep their elements when leads move, so it has to be carried along. The answer
 * moves the focus to a lead, as soon as its row is drawn.
 */
export function useLeadFocus(list: RefObject<HTMLElement | null>): (leadId: string) => void {
  const leadInFocus = useRef<string>(undefined)
  const isAwaited = useRef(false)

  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const note = ({ target }: FocusEvent) => {
      leadInFocus.current = (target as HTMLElement).dataset.lead
    }
    box.addEventListener('focusin', note)
    return () => box.removeEventListener('focusin', note)
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
