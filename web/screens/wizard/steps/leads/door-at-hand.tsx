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
    <div className="flex flex-col gap-1 empty:hidden low:flex-row low:flex-wrap low:items-center low:gap-x-6 low:gap-y-0">
      <NotKept />
      {lead && (
        <DoorVisits key={lead.id} lead={lead}>
          <DoorRegister lead={lead} />
        </DoorVisits>
      )}
      <Today onSelect={onSelect} />
    </div>
  )
}
