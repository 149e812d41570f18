import { useRef, useState } from 'react'
import { TOKEN_PERMISSIONS, type TokenPermission } from '#domain/access/permissions.ts'
import { MAX_NAME } from '#protocol/identity.ts'
import type { TokenMade } from '#protocol/people.ts'
import { makeToken } from '../../../http/tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { TextField } from '../../../ui/field.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { toast } from '../../../ui/toast-store.ts'
import { PERMISSION_WORDS } from './permission-words.ts'

type NewTokenFormProps = { onMade: (made: TokenMade) => void; onClose: () => void }

/** Asks for the name of a token and what it may do. */
export function NewTokenForm({ onMade, onClose }: NewTokenFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly TokenPermission[]>([])
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const lacksName = name.trim() === ''

  async function make() {
    setChecked(true)
    if (lacksName || chosen.length === 0) return focusFault(form.current)
    setBusy(true)
    const made = await makeToken({ name, permissions: [...chosen] })
    setBusy(false)
    if (made.ok) onMade(made.value)
    else toast(`Couldn’t make the token: ${made.failure.message}`, 'bad')
  }

  return (
    <DialogForm form={form} onSubmit={() => make()}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={MAX_NAME}
        hint="For example, the program that will use it."
        error={isChecked && lacksName ? 'Enter a name.' : undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Permissions
        chosen={chosen}
        fault={isChecked && chosen.length === 0 ? 'Choose at least one.' : undefined}
        onChoose={setChosen}
      />
      <DialogFoot leave="Cancel" onLeave={onClose}>
        <Button type="submit" busy={busy}>
          Make the token
        </Button>
      </DialogFoot>
    </DialogForm>
  )
}

type PermissionsProps = {
  chosen: readonly TokenPermission[]
  fault: string | undefined
  onChoose: (chosen: readonly TokenPermission[]) => void
}

const Permissions = ({ chosen, fault, onChoose }: PermissionsProps) => (
  <fieldset aria-describedby={fault && 'permissions-fault'}>
    <legend className="mb-1 font-semibold">What it may do</legend>
    {TOKEN_PERMISSIONS.map((permission) => (
      <label key={permission} className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-(--color-accent)"
          aria-invalid={fault ? true : undefined}
          checked={chosen.includes(permission)}
          onChange={({ target }) =>
            onChoose(
              target.checked ? [...chosen, permission] : chosen.filter((other) => other !== permission),
            )
          }
        />
        {PERMISSION_WORDS[permission]}
      </label>
    ))}
    {fault && (
      <p id="permissions-fault" className="mt-1 text-sm font-semibold text-danger">
        {fault}
      </p>
    )}
  </fieldset>
)
