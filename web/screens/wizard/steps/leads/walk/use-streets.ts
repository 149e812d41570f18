import { useEffect, useRef, useState } from 'react'
import type { Lead } from '#domain/lead/lead.ts'
import type { Point } from '#domain/street/point.ts'
import { useLists } from '../../../../../app-context.ts'
import { reportTrouble } from '../../../../../storage/report-trouble.ts'
import { useStore } from '../../../../../use-store.ts'
import { bothSides } from './kept-streets.ts'
import { type LaidStreet, layOut } from './lay-out.ts'

/**
 * Returns the streets of all leads in walking order. Undefined until they are laid out for the first time. `points`:
 * where leads are, by id, as far as this is known.
 */
export function useStreets(points: ReadonlyMap<string, Point>): readonly LaidStreet[] | undefined {
  const leads = useAllLeads()
  const both = useStore(bothSides())
  const [streets, setStreets] = useState<readonly LaidStreet[]>()
  useEffect(() => {
    let isOutdated = false
    void layOut({ leads, both, points }, () => isOutdated)
      .then((laid) => laid && setStreets(laid))
      .catch(reportTrouble)
    return () => {
      isOutdated = true
    }
  }, [leads, both, points])
  return streets
}

/** Returns all leads. Returns the same array until one of them changes, because the lists also change with a sale. */
function useAllLeads(): readonly Lead[] {
  const { leads } = useLists().shown
  const before = useRef<readonly Lead[]>([])
  const now = Array.from(leads.all, ({ lead }) => lead)
  const isSame =
    now.length === before.current.length && now.every((lead, index) => lead === before.current[index])
  if (!isSame) before.current = now
  return before.current
}
