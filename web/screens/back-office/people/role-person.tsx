import { useState } from 'react'
import type { Role } from '#domain/access/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import type { PersonPartProps } from './rename-person.tsx'
import { RoleField } from './role-field.tsx'
import { ROLE_NAMES } from './role-words.ts'

/** Asks for a new role. */
export function RolePerson({ person, by, busy, onChange, onLeave }: PersonPartProps & { by: Role }) {
  const [role, setRole] = useState(person.role)
  return (
    <DialogForm
      onSubmit={() => onChange({ role }, `Saved: The role of ${person.name} is now ${ROLE_NAMES[role]}`)}
    >
      <RoleField by={by} value={role} onChange={setRole} />
      <DialogFoot leave="Cancel" onLeave={onLeave}>
        <Button type="submit" busy={busy} disabled={role === person.role}>
          Save
        </Button>
      </DialogFoot>
    </DialogForm>
  )
}
