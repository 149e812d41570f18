import { useRef } from 'react'
import type { Lead } from '#domain/lead/lead.ts'
import { useLeads } from '../../../../../app-context.ts'

/** Returns the leads that match search and filter. Returns the same array until one of them changes. */
export function useShownLeads(): readonly Lead[] {
  const { rows } = useLeads()
  const before = useRef<readonly Lead[]>([])
  const isSame =
    rows.length === before.current.length && rows.every(({ lead }, index) => lead === before.current[index])
  if (!isSame) before.current = rows.map(({ lead }) => lead)
  return before.current
}
