import { useRef, useState } from 'react'
import { type Role, signsIn } from '#domain/access/roles.ts'
import { MAX_NAME } from '#protocol/identity.ts'
import type { Invited } from '#protocol/people.ts'
import { addPerson } from '../../../http/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { TextField } from '../../../ui/field.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useDialogFocus } from '../use-dialog-focus.ts'
import { InvitationShown } from './invitation-shown.tsx'
import { RoleField } from './role-field.tsx'

type AddPersonProps = { by: Role; onAdded: () => void; onClose: () => void }

/** Adds a person, and shows how they get in. */
export function AddPerson({ by, onAdded, onClose }: AddPersonProps) {
  const [invited, setInvited] = useState<Invited>()
  useDialogFocus(invited)
  return (
    <Dialog title={invited ? `${invited.person.name} is invited` : 'Add a person'} onClose={onClose}>
      {invited ? (
        <InvitationShown invited={invited} onClose={onClose} />
      ) : (
        <NewPersonForm
          by={by}
          onClose={onClose}
          onAdded={(added) => {
            setInvited(added)
            onAdded()
          }}
        />
      )}
    </Dialog>
  )
}

const SELLS = 'Shown on their sales and in the audit.'
const SIGNS_IN = 'Shown on what they do. They also sign in with it.'

type FormProps = { by: Role; onAdded: (added: Invited) => void; onClose: () => void }

function NewPersonForm({ by, onAdded, onClose }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  function refuse(why: string) {
    setFault(why)
    focusFault(form.current)
  }

  async function add() {
    if (name.trim() === '') return refuse('Enter a name.')
    setFault(undefined)
    setBusy(true)
    const added = await addPerson({ name, role })
    setBusy(false)
    if (added.ok) onAdded(added.value)
    else if (added.failure.code === 'name-taken') refuse(added.failure.message)
    else toast(`Couldn’t add ${name}: ${added.failure.message}`, 'bad')
  }

  return (
    <DialogForm form={form} onSubmit={() => add()}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={MAX_NAME}
        hint={signsIn(role) ? SIGNS_IN : SELLS}
        error={fault}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <RoleField by={by} value={role} onChange={setRole} />
      <DialogFoot leave="Cancel" onLeave={onClose}>
        <Button type="submit" busy={busy}>
          Add and invite
        </Button>
      </DialogFoot>
    </DialogForm>
  )
}
