import type { Lead } from '#domain/lead/lead.ts'
import { canSelect, type MappedDoor } from '#domain/street/map-dots.ts'
import { MarkIcon } from './mark-icon.tsx'
import { MARKS } from './marks.ts'

type DoorChoiceProps = {
  /** The name of the group. */
  name: string
  doors: readonly Pick<MappedDoor, 'lead' | 'state'>[]
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
}

/** Doors as radios named by their address, with their mark and its meaning. A door on the register cannot be chosen. */
export function DoorChoice({ name, doors, selectedId, onSelect }: DoorChoiceProps) {
  return (
    <div role="radiogroup" aria-label={name} className="flex flex-col">
      {doors.map(({ lead, state }) => (
        <label
          key={lead.id}
          className="relative flex min-h-control items-center gap-3 border-b border-line px-1 py-1 has-checked:bg-accent-soft has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            aria-label={lead.street_address}
            aria-describedby={`mark-${lead.id}`}
            className="whole-target"
            checked={lead.id === selectedId}
            disabled={!canSelect({ state })}
            onChange={() => onSelect(lead)}
            // Selecting the selected lead again restores its own address and voucher, as in the list.
            onClick={() => lead.id === selectedId && onSelect(lead)}
          />
          <MarkIcon state={state} />
          <span className="min-w-0 flex-1 leading-tight wrap-anywhere">{lead.street_address}</span>
          <span id={`mark-${lead.id}`} className="text-sm text-muted">
            {MARKS[state].words}
          </span>
        </label>
      ))}
    </div>
  )
}
