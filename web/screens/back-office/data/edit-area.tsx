import { useRef, useState } from 'react'
import { type AreaEntry, type AreaTexts, readArea } from '#domain/premises/area-entry.ts'
import type { Answered } from '../../../http/ask.ts'
import { putArea, removeArea } from '../../../http/premises-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type ToastAction, toast } from '../../../ui/toast-store.ts'
import { AreaFields } from './area-fields.tsx'
import { newAreaTexts, textsOfArea } from './area-texts.ts'
import { today } from './today.ts'

type EditAreaProps = {
  /** The stored area; undefined for a new one. */
  area: AreaEntry | undefined
  onSaved: () => void
  onClose: () => void
}

/** Adds a voucher area, or changes or removes one. */
export function EditArea({ area, onSaved, onClose }: EditAreaProps) {
  const [texts, setTexts] = useState(() => (area ? textsOfArea(area) : newAreaTexts(today())))
  const [fault, setFault] = useState<keyof AreaTexts>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function run(work: Promise<Answered<unknown>>, done: string, undo?: ToastAction) {
    setBusy(true)
    const answer = await work
    setBusy(false)
    if (!answer.ok) return toast(`Couldn’t save it: ${answer.failure.message}`, 'bad')
    onSaved()
    onClose()
    toast(`${done}: ${texts.name.trim()}`, 'good', undo)
  }

  function save() {
    const read = readArea(texts, today())
    setFault(read.ok ? undefined : read.failure.column)
    if (read.ok) void run(putArea(texts), 'Saved')
    else requestAnimationFrame(() => focusFault(form.current))
  }

  async function putBack() {
    const put = area && (await putArea(textsOfArea(area)))
    onSaved()
    if (put?.ok === false) toast(`Couldn’t undo it: ${put.failure.message}`, 'bad')
  }

  return (
    <Dialog title={area ? `Edit ${area.name}` : 'Add an area'} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <AreaFields
          isNew={area === undefined}
          texts={texts}
          fault={fault}
          onType={(column, text) => setTexts({ ...texts, [column]: text })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {area && (
            <Button
              look="quiet"
              className="mr-auto -ml-3.5"
              busy={busy}
              onClick={() => void run(removeArea(area.area), 'Removed', { name: 'Undo', run: putBack })}
            >
              Remove
            </Button>
          )}
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The field with a fault, once it is marked. */
const focusFault = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
