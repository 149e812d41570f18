import { useRef, useState } from 'react'
import {
  REASON_OF_SCOPE,
  REGISTER_SCOPES,
  REGISTER_SOURCES,
  type RegisterScope,
  type RegisterSource,
} from '#domain/street/register-terms.ts'
import { placeInWords, REGISTER_SOURCE_NAMES, SCOPE_NAMES } from '#domain/street/register-words.ts'
import { addEntry } from '../../../http/register.ts'
import { randomUuid } from '../../../random-uuid.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { PlaceFields } from './place-fields.tsx'
import { NOTHING_TYPED, placeOfForm } from './place-of-form.ts'

/** The CRM enters doors by its own tag. */
const SOURCES = REGISTER_SOURCES.filter((source) => source !== 'crm')

type AddEntryProps = { onAdded: () => void; onClose: () => void }

/** Puts a door or a zone on the register. There is no field for a name: the register holds none. */
export function AddEntry({ onAdded, onClose }: AddEntryProps) {
  const [id] = useState(randomUuid)
  const [scope, setScope] = useState<RegisterScope>('household')
  const [source, setSource] = useState<RegisterSource>('phone')
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { place, faults } = placeOfForm(scope, typed)

  async function add() {
    setChecked(true)
    if (!place) return requestAnimationFrame(() => focusFault(form.current))
    setBusy(true)
    const reason = source === 'council-list' && scope === 'household' ? 'authority' : REASON_OF_SCOPE[scope]
    const added = await addEntry({ id, scope, reason, source, place })
    setBusy(false)
    if (!added.ok) return toast(`Couldn’t add it: ${added.failure.message}`, 'bad')
    onAdded()
    onClose()
    toast(`On the register: ${placeInWords(added.value)}`, 'good')
  }

  return (
    <Dialog title="Add an entry" onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="What"
            value={scope}
            onChange={(event) => setScope(event.target.value as RegisterScope)}
          >
            {REGISTER_SCOPES.map((one) => (
              <option key={one} value={one}>
                {SCOPE_NAMES[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="How we know"
            value={source}
            onChange={(event) => setSource(event.target.value as RegisterSource)}
          >
            {SOURCES.map((one) => (
              <option key={one} value={one}>
                {REGISTER_SOURCE_NAMES[one]}
              </option>
            ))}
          </SelectField>
        </div>
        <PlaceFields
          isZone={scope === 'zone'}
          typed={typed}
          faults={isChecked ? faults : {}}
          onType={(field, text) => setTyped({ ...typed, [field]: text })}
        />
        <p className="text-sm text-muted">Agents can’t start a sale there from now on.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Add to the register
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The first field with a fault, once it is marked. */
const focusFault = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
