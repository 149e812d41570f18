import type { Lead } from '#domain/lead/lead.ts'
import { isSold } from '#domain/lead/lead.ts'
import { plateOf } from '#domain/lead/plate.ts'
import { streetOf } from '#domain/lead/street.ts'
import type { SaleLead } from '#domain/sale/sale.ts'
import { useLists } from '../../../../app-context.ts'
import { keptChecks } from '../../../../eligibility/kept-checks.ts'
import { closedDoors } from '../../../../lists/closed-doors.ts'
import { Plate } from '../../../../ui/plate.tsx'
import { StatusMark } from '../../../../ui/status-mark.tsx'
import { countOf } from '../../../../ui/wording.ts'
import { useStore } from '../../../../use-store.ts'
import { Refusal, refusalIn } from './selected-lead.tsx'

type StreetViewProps = { selected: SaleLead; onSelect: (lead: Lead) => void }

/** The doors of the selected lead's street, drawn from the leads on the phone: even numbers above, odd ones below. */
export function StreetView({ selected, onSelect }: StreetViewProps) {
  const { leads } = useLists().shown
  const street = streetOf(selected, leads.all)
  if (!street) return null
  const { name, even, odd } = street
  const side = (doors: readonly Lead[]) => (
    <ul className="flex min-h-16 flex-wrap gap-2">
      {doors.map((lead) => (
        <Door key={lead.id} lead={lead} isSelected={lead.id === selected.id} onSelect={onSelect} />
      ))}
    </ul>
  )
  return (
    <section aria-label="The street" className="flex flex-col gap-2 sideways:hidden">
      <h3 className="text-sm font-semibold">
        {name}, {countOf(even.length + odd.length, 'door')}
      </h3>
      <div className="-m-1 max-h-80 overflow-y-auto p-1">
        {side(even)}
        <div className="my-2 border-t-2 border-dashed border-line" />
        {side(odd)}
      </div>
    </section>
  )
}

type DoorProps = { lead: Lead; isSelected: boolean; onSelect: (lead: Lead) => void }

function Door({ lead, isSelected, onSelect }: DoorProps) {
  const { [lead.id]: check } = useStore(keptChecks())
  const refusal = refusalIn(check?.verdict)
  const isClosed = useStore(closedDoors)(lead) !== undefined
  const look = isSelected ? 'chosen' : isSold(lead) || refusal || isClosed ? 'won' : 'plain'
  return (
    <li>
      <button
        type="button"
        aria-pressed={isSelected}
        className="flex min-h-11 min-w-14 flex-col items-center"
        onClick={() => onSelect(lead)}
      >
        <span className="sr-only">Select {lead.street_address} </span>
        <Plate number={plateOf(lead.street_address)?.number} look={look} />
        {isClosed ? (
          <span className="max-w-20 text-sm leading-5 text-danger">Do not knock</span>
        ) : refusal ? (
          <span className="max-w-20 text-sm leading-5">
            <Refusal words={refusal} />
          </span>
        ) : (
          lead.status !== 'new' && <StatusMark status={lead.status} />
        )}
      </button>
    </li>
  )
}
