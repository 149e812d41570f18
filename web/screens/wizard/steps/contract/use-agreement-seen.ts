import { type RefObject, useEffect, useRef } from 'react'
import { useApp, useSale, useWriteLock } from '../../../../app-context.ts'
import { reportTrouble } from '../../../../storage/report-trouble.ts'
import { randomText } from './random-text.ts'
import { agreementFrame } from './shown-agreement.ts'

/** Records when the agreement and its end are first on the screen. Returns the ref of the element at its end. */
export function useAgreementSeen(): RefObject<HTMLElement | null> {
  const end = useRef<HTMLElement>(null)
  const current = useSale()
  const { sale } = useApp()
  const isOurs = useWriteLock() === 'ours'
  const frame = agreementFrame()
  const isShown = Boolean(current.agreementShownAt) && current.agreementFrame === frame
  const isSeen = isShown && Boolean(current.agreementSeenAt)
  useEffect(() => {
    if (isSeen || !isOurs || !end.current) return
    // The observer reports at once, whether or not the end is on the screen.
    const observer = new IntersectionObserver(([entry]) => {
      const toEnd = Boolean(entry?.isIntersecting)
      if (isShown && !toEnd) return
      // Dispatched directly, because this is no command of the agent: a refusal that is showing stays.
      const at = new Date().toISOString()
      sale.dispatch({ type: 'see-agreement', at, toEnd, nonce: randomText(), frame }).catch(reportTrouble)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [frame, isOurs, isSeen, isShown, sale])
  return end
}
