import { useRef, useState } from 'react'
import { MAX_NAME } from '#protocol/identity.ts'
import type { PersonChange, PersonListed } from '#protocol/people.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { TextField } from '../../../ui/field.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'

/** The props of each part of the dialog about a person. */
export type PersonPartProps = {
  person: PersonListed
  busy: boolean
  /**
   * Makes a change, and shows `done` in a toast. Returns the reason if the name is taken; any other failure shows in a
   * toast.
   */
  onChange: (change: PersonChange, done: string) => Promise<string | undefined>
  onLeave: () => void
}

/** Asks for a new name. */
export function RenamePerson({ person, busy, onChange, onLeave }: PersonPartProps) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(person.name)
  const [fault, setFault] = useState<string>()

  async function save() {
    const saved = `Saved: ${person.name} is now called ${name.trim()}`
    setFault(name.trim() === '' ? 'Enter a name.' : await onChange({ name }, saved))
    focusFault(form.current)
  }

  return (
    <DialogForm form={form} onSubmit={save}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={MAX_NAME}
        error={fault}
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
