import { useState } from 'react'
import { MAX_NAME } from '#protocol/identity.ts'
import type { PersonChange, PersonListed } from '#protocol/people.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { TextField } from '../../../ui/field.tsx'

/** What a part of the dialog about a person needs. */
export type PersonPartProps = {
  person: PersonListed
  busy: boolean
  /** Makes a change; `done` is said once it is made. */
  onChange: (change: PersonChange, done: string) => Promise<unknown>
  onLeave: () => void
}

/** Asks for another name. */
export function RenamePerson({ person, busy, onChange, onLeave }: PersonPartProps) {
  const [name, setName] = useState(person.name)

  function save() {
    if (name.trim() !== '') void onChange({ name }, `Saved: ${person.name} is now called ${name.trim()}`)
  }

  return (
    <DialogForm onSubmit={save}>
      <TextField
        label="Name"
        autoComplete="off"
        required
        maxLength={MAX_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <DialogFoot leave="Cancel" onLeave={onLeave}>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </DialogFoot>
    </DialogForm>
  )
}
