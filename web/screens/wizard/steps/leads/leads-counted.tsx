import { useEffect, useRef, useState } from 'react'
import type { LeadView } from '#domain/lead/lead-book.ts'
import { useLeads } from '../../../../app-context.ts'
import { countOf } from '../../../../ui/wording.ts'

/** Otherwise a screen reader would announce the count at every keystroke. */
const PAUSE_MS = 500

/** Announces how many leads match a changed search or filter, once the agent pauses. */
export function LeadsCounted() {
  const { rows, view } = useLeads()
  const [text, setText] = useState('')
  const announced = useRef<LeadView>(undefined)
  const count = rows.length
  useEffect(() => {
    if (announced.current === view) return
    const timer = setTimeout(() => {
      announced.current = view
      setText(`${countOf(count, 'lead')} shown`)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [view, count])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
