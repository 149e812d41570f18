import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { AreaFields } from './area-fields.tsx'
import { type AreaFormProps, useAreaForm } from './use-area-form.ts'

/** Adds a voucher area, or changes or removes one. */
export function EditArea({ area, onSaved, onClose }: AreaFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { texts, fault, busy, type, save, remove } = useAreaForm({ area, onSaved, onClose })

  return (
    <Dialog title={area ? `Edit ${area.name}` : 'Add an area'} onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={() => {
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
      </DialogForm>
    </Dialog>
  )
}
