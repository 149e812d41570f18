import { useRef } from 'react'
import { REGISTER_SCOPES, REGISTER_SOURCES } from '#domain/street/register-terms.ts'
import { REGISTER_SOURCE_NAMES, SCOPE_NAMES } from '#domain/street/register-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { TermField } from '../term-field.tsx'
import { PlaceFields } from './place-fields.tsx'
import { type NewEntryProps, useNewEntry } from './use-new-entry.ts'

/** The office does not choose `crm`: the CRM enters doors by its own tag. */
const SOURCES = REGISTER_SOURCES.filter((source) => source !== 'crm')

/** Puts a door or a zone on the register. There is no field for a name, because the register holds no names. */
export function AddEntry({ onAdded, onClose }: NewEntryProps) {
  const form = useRef<HTMLFormElement>(null)
  const { scope, source, typed, faults, busy, setScope, setSource, setTyped, add } = useNewEntry({
    onAdded,
    onClose,
  })

  return (
    <Dialog title="Add an entry" onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={() => {
          if (!add()) focusFault(form.current)
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <TermField
            label="Covers"
            value={scope}
            terms={REGISTER_SCOPES}
            names={SCOPE_NAMES}
            onChange={setScope}
          />
          <TermField
            label="How we know"
            value={source}
            terms={SOURCES}
            names={REGISTER_SOURCE_NAMES}
            onChange={setSource}
          />
        </div>
        <PlaceFields
          isZone={scope === 'zone'}
          typed={typed}
          faults={faults}
          onType={(field, text) => setTyped({ ...typed, [field]: text })}
        />
        <p className="text-sm text-muted">Agents can’t start a sale there from now on.</p>
        <DialogFoot leave="Cancel" onLeave={onClose}>
          <Button type="submit" busy={busy}>
            Add to the register
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}
