import { useState } from 'react'
import type { SaleLead } from '#domain/sale/sale.ts'
import { thisPhone } from '../../../../storage/this-phone.ts'
import { registerOn } from '../../../../street/register-on.ts'
import { visitsOn } from '../../../../street/visits-on.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { undoOf } from './visits/undo-of.ts'

type EnterDoorProps = { title: string; lead: SaleLead; onClose: () => void }

/** Asks why agents must not call at a door, and enters it. Closing it enters nothing. */
export function EnterDoor({ title, lead, onClose }: EnterDoorProps) {
  const [busy, setBusy] = useState(false)

  async function enter(scope: 'household' | 'sticker') {
    setBusy(true)
    const [register, visits] = [registerOn(thisPhone), visitsOn(thisPhone)]
    const { uprn } = visits.get().places.find(({ lead_id }) => lead_id === lead.id) ?? {}
    try {
      const id = await register.enter({ ...lead, uprn }, scope)
      const visit = await visits.note(lead, 'do-not-knock', { id })
      onClose()
      // Takes the entry back first: doing so twice changes nothing, so the whole can be retried.
      const undo = undoOf(() => register.undo(id).then(() => visits.undo(visit)))
      toast(`On the register: Do not knock at ${lead.street_address}`, 'good', undo)
    } catch {
      setBusy(false)
      toast('Couldn’t save it: This phone’s storage is full. Call the office at once', 'bad')
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-3 p-5">
        <p>
          No agent will call at <strong>{lead.street_address}</strong> again. This takes effect at once, and
          only the office can lift it.
        </p>
        <Button busy={busy} onClick={() => void enter('household')}>
          They asked not to be called on
        </Button>
        <Button look="secondary" busy={busy} onClick={() => void enter('sticker')}>
          There is a sign at the door
        </Button>
        <Button look="quiet" onClick={onClose}>
          No, leave it
        </Button>
      </div>
    </Dialog>
  )
}
