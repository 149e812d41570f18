import type { Lead } from '#domain/lead/lead.ts'
import type { Dot } from '#domain/street/map-dots.ts'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { countOf } from '../../../../../ui/wording.ts'
import { DoorChoice } from './door-choice.tsx'

type SharedPointProps = {
  dot: Dot
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
  onClose: () => void
}

/** Asks which of several doors at one point is meant, such as the flats of a building. */
export function SharedPoint({ dot: { doors }, selectedId, onSelect, onClose }: SharedPointProps) {
  return (
    <Dialog title={`${countOf(doors.length, 'door')} here`} onClose={onClose}>
      <div className="flex flex-col gap-2 overflow-y-auto px-5 py-4">
        <DoorChoice
          name="Doors here"
          doors={doors}
          selectedId={selectedId}
          onSelect={(lead) => {
            onSelect(lead)
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
