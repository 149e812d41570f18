import { useState } from 'react'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { Lead } from '#domain/lead/lead.ts'
import type { MappedDoor } from '#domain/street/map-dots.ts'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { countOf } from '../../../../../ui/wording.ts'
import { DoorChoice } from './door-choice.tsx'

const MAX_LISTED = 100

type NotOnTheMapProps = {
  placed: number
  unplaced: readonly Omit<MappedDoor, 'point'>[]
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
}

/** Counts the doors on the map, and lists the others on request, so that none is forgotten. */
export function NotOnTheMap({ placed, unplaced, selectedId, onSelect }: NotOnTheMapProps) {
  const [isOpen, setOpen] = useState(false)
  const missing = unplaced.length
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
      <p className="min-w-0 flex-1 text-muted">{countOf(placed, 'door')} on the map.</p>
      {missing > 0 && (
        <button type="button" className="text-button -mr-3" onClick={() => setOpen(true)}>
          {formatWhole(missing)} not on the map
        </button>
      )}
      {isOpen && (
        <Dialog title={`${countOf(missing, 'door')} not on the map`} onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-2 overflow-y-auto px-5 py-4">
            <p className="text-muted">
              We don’t know where they are.{' '}
              {missing > MAX_LISTED && `These are the first ${MAX_LISTED}; List has all of them.`}
            </p>
            <DoorChoice
              name="Doors not on the map"
              doors={unplaced.slice(0, MAX_LISTED)}
              selectedId={selectedId}
              onSelect={(lead) => {
                onSelect(lead)
                setOpen(false)
              }}
            />
          </div>
        </Dialog>
      )}
    </div>
  )
}
