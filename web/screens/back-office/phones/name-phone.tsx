import { useState } from 'react'
import { MAX_LABEL, type PhoneListed } from '#protocol/phones.ts'
import { namePhone } from '../../../http/phones.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast-store.ts'

type NamePhoneProps = { phone: PhoneListed; onNamed: () => void; onClose: () => void }

/** Asks for the office's name for a phone. If it is left empty, the phone keeps its letter. */
export function NamePhone({ phone, onNamed, onClose }: NamePhoneProps) {
  const [label, setLabel] = useState(phone.label ?? '')
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const named = await namePhone(phone.id, label)
    setBusy(false)
    if (!named.ok) return toast(`Couldn’t save the name: ${named.failure.message}`, 'bad')
    onNamed()
    onClose()
    toast(`Saved: This phone is now called ${named.value.name}`)
  }

  return (
    <Dialog title={`Rename ${phone.name}`} onClose={onClose}>
      <DialogForm onSubmit={() => save()}>
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={MAX_LABEL}
          hint="For example, the agent who uses it. Only the office sees this. Leave it empty to use the letter."
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <DialogFoot leave="Cancel" onLeave={onClose}>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}
