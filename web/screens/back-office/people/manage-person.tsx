import { useState } from 'react'
import type { Role } from '#domain/access/roles.ts'
import type { Invited, PersonChange, PersonListed } from '#protocol/people.ts'
import { changePerson, invitePerson } from '../../../http/people.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useDialogFocus } from '../use-dialog-focus.ts'
import { ConfirmPerson } from './confirm-person.tsx'
import { InvitationShown } from './invitation-shown.tsx'
import { actionsOn, type PersonAction } from './person-actions.ts'
import { PersonMenu } from './person-menu.tsx'
import { RenamePerson } from './rename-person.tsx'
import { RolePerson } from './role-person.tsx'

type ManagePersonProps = {
  person: PersonListed
  by: { id: string; role: Role }
  onChange: () => void
  onClose: () => void
}

/** The dialog with the actions on a person, one at a time. */
export function ManagePerson({ person, by, onChange, onClose }: ManagePersonProps) {
  const [chosen, setChosen] = useState<PersonAction>()
  const [invited, setInvited] = useState<Invited>()
  const [busy, setBusy] = useState(false)
  useDialogFocus(invited ?? chosen)

  async function invite(opens: Invited['opens']) {
    setBusy(true)
    const answer = await invitePerson(person.id, opens)
    setBusy(false)
    if (!answer.ok) return toast(`Couldn’t invite ${person.name}: ${answer.failure.message}`, 'bad')
    setInvited(answer.value)
    onChange()
  }

  async function change(changed: PersonChange, done: string): Promise<string | undefined> {
    setBusy(true)
    const answer = await changePerson(person.id, changed)
    setBusy(false)
    if (answer.ok) {
      onChange()
      onClose()
      toast(done)
    } else if (answer.failure.code === 'name-taken') return answer.failure.message
    else toast(`Couldn’t change ${person.name}: ${answer.failure.message}`, 'bad')
  }

  function choose(action: PersonAction) {
    if (busy) return
    if (action === 'enrol') void invite('phone')
    else if (action === 'password') void invite('sign-in')
    else if (action === 'resume') void change({ status: 'active' }, `${person.name} can work again`)
    else setChosen(action)
  }

  const parts = { person, busy, onChange: change, onLeave: () => setChosen(undefined) }
  return (
    <Dialog title={person.name} onClose={onClose} onBack={chosen && parts.onLeave}>
      {invited ? (
        <InvitationShown invited={invited} onClose={onClose} />
      ) : chosen === 'rename' ? (
        <RenamePerson {...parts} />
      ) : chosen === 'role' ? (
        <RolePerson by={by.role} {...parts} />
      ) : chosen === 'suspend' || chosen === 'retire' ? (
        <ConfirmPerson action={chosen} {...parts} />
      ) : (
        <PersonMenu person={person} actions={actionsOn(person, by)} onChoose={choose} />
      )}
    </Dialog>
  )
}
