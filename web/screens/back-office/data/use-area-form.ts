import { useState } from 'react'
import { type AreaEntry, type AreaTexts, readArea } from '#domain/premises/area-entry.ts'
import type { Answered } from '../../../http/ask.ts'
import { putArea, removeArea } from '../../../http/premises-data.ts'
import { type ToastAction, toast } from '../../../ui/toast-store.ts'
import { today } from '../today.ts'
import { newAreaTexts, textsOfArea } from './area-texts.ts'

export type AreaFormProps = {
  /** The stored area; undefined for a new one. */
  area: AreaEntry | undefined
  onSaved: () => void
  onClose: () => void
}

/** Returns what is typed for a voucher area, and the functions that save or remove it. */
export function useAreaForm({ area, onSaved, onClose }: AreaFormProps) {
  const [texts, setTexts] = useState(() => (area ? textsOfArea(area) : newAreaTexts(today())))
  const [fault, setFault] = useState<keyof AreaTexts>()
  const [busy, setBusy] = useState(false)

  async function run(work: Promise<Answered<unknown>>, done: string, undo?: ToastAction) {
    setBusy(true)
    const answer = await work
    setBusy(false)
    if (!answer.ok) return toast(`Couldn’t save it: ${answer.failure.message}`, 'bad')
    onSaved()
    onClose()
    toast(`${done}: ${texts.name.trim()}`, 'good', undo)
  }

  /** Returns false if a field has to be corrected first. */
  function save(): boolean {
    const read = readArea(texts, today())
    setFault(read.ok ? undefined : read.failure.column)
    if (read.ok) void run(putArea(texts), 'Saved')
    return read.ok
  }

  async function putBack() {
    const put = area && (await putArea(textsOfArea(area)))
    onSaved()
    if (put?.ok === false) toast(`Couldn’t undo it: ${put.failure.message}`, 'bad')
  }

  return {
    texts,
    fault,
    busy,
    type: (column: keyof AreaTexts, text: string) => setTexts({ ...texts, [column]: text }),
    save,
    remove: () => area && void run(removeArea(area.area), 'Removed', { name: 'Undo', run: putBack }),
  }
}
