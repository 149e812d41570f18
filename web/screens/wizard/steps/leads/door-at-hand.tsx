import type { Lead } from '#domain/lead/lead.ts'
import type { SaleLead } from '#domain/sale/sale.ts'
import { DoorRegister } from './door-register.tsx'
import { DoorVisits } from './visits/door-visits.tsx'
import { NotKept } from './visits/not-kept.tsx'
import { Today } from './visits/today.tsx'

type DoorAtHandProps = { lead: SaleLead | null; onSelect: (lead: Lead) => void }

/** What an agent can note about the selected door, which doors expect the agent today, and which visits were not kept. */
export function DoorAtHand({ lead, onSelect }: DoorAtHandProps) {
  return (
    <>
      <Today onSelect={onSelect} />
      <NotKept />
      {lead && (
        <DoorVisits key={lead.id} lead={lead}>
          <DoorRegister lead={lead} />
        </DoorVisits>
      )}
    </>
  )
}
