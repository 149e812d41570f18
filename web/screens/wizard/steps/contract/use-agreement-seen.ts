import { type RefObject, useEffect, useRef } from 'react'
import { useApp, useSale } from '../../../../app-context.ts'
import { reportTrouble } from '../../../../storage/report-trouble.ts'

/** Records when the end of the agreement is first on the screen. Returns the ref of the element at its end. */
export function useAgreementSeen(): RefObject<HTMLElement | null> {
  const end = useRef<HTMLElement>(null)
  const isSeen = Boolean(useSale().agreementSeenAt)
  const { sale } = useApp()
  useEffect(() => {
    if (isSeen || !end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      // Not a command of the agent: a refusal that is showing stays.
      const at = new Date().toISOString()
      sale.dispatch({ type: 'see-agreement', at, nonce: makeNonce() }).catch(reportTrouble)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isSeen, sale])
  return end
}

/** 16 random bytes in base64url. */
function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
