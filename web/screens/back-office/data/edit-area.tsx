import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { AreaFields } from './area-fields.tsx'
import { type AreaFormProps, useAreaForm } from './use-area-form.ts'

/** Adds a voucher area, or changes or removes one. */
export function EditArea({ area, onSaved, onClose }: AreaFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { texts, fault, busy, type, save, remove } = useAreaForm({ area, onSaved, onClose })

  return (
    <Dialog title={area ? `Edit ${area.name}` : 'Add an area'} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save()) focusFault(form.current)
        }}
      >
        <AreaFields isNew={area === undefined} texts={texts} fault={fault} onType={type} />
        <DialogFoot
          leave="Cancel"
          onLeave={onClose}
          extra={
            area && (
              <Button look="quiet" className="mr-auto -ml-3.5" busy={busy} onClick={remove}>
                Remove
              </Button>
            )
          }
        >
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
