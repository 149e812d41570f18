import { useState } from 'react'
import type { Lead } from '#domain/lead/lead.ts'
import { canSelect } from '#domain/street/map-dots.ts'
import { useLeads, useSale } from '../../../../../app-context.ts'
import { useStore } from '../../../../../use-store.ts'
import { LeadsComing } from '../leads-coming.tsx'
import type { ViewProps } from '../views/view-props.ts'
import { foldedStreets } from './kept-streets.ts'
import { useClaims } from './use-claims.ts'
import { useStreets } from './use-streets.ts'
import { useWalkKnown } from './use-walk-known.ts'
import { WalkList } from './walk-list.tsx'
import { walkRows } from './walk-rows.ts'

/** The leads by street, in the order in which an agent walks them (docs/product 17.1). */
export function WalkView({ onSelect }: ViewProps) {
  const leads = useLeads()
  const selectedId = useSale().lead?.id
  const known = useWalkKnown()
  const streets = useStreets(known.places)
  const claimOf = useClaims()
  const folded = useStore(foldedStreets())
  const [options, setOptions] = useState<string>()
  const { rows: found, view } = leads
  if (!streets) return <LeadsComing label="Putting the doors in order" />
  // The list of leads changes in place, so the ids are taken each time.
  const ids = new Set(found.map(({ lead }) => lead.id))
  return (
    <>
      <p className="text-sm text-muted">In walking order. ‘Sort by’ applies to List.</p>
      <WalkList
        rows={walkRows(streets, { leads: ids, folded, selectedId, options })}
        known={known}
        claimOf={claimOf}
        all={leads.size}
        view={view}
        onOptions={(key) => setOptions(key === options ? undefined : key)}
        onSelect={(lead: Lead) => {
          if (canSelect({ state: known.stateOf(lead) })) onSelect(lead)
        }}
      />
    </>
  )
}
