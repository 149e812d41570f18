import { useState } from 'react'
import { REASON_OF_SCOPE, type RegisterScope, type RegisterSource } from '#domain/street/register-terms.ts'
import { placeInWords } from '#domain/street/register-words.ts'
import { addEntry } from '../../../http/register.ts'
import { randomUuid } from '../../../random-uuid.ts'
import { toast } from '../../../ui/toast-store.ts'
import { NOTHING_TYPED, placeOfForm } from './place-of-form.ts'

export type NewEntryProps = { onAdded: () => void; onClose: () => void }

/** Returns what is typed for a new entry, its faults once it was checked, and the function that adds it. */
export function useNewEntry({ onAdded, onClose }: NewEntryProps) {
  const [id] = useState(randomUuid)
  const [scope, setScope] = useState<RegisterScope>('household')
  const [source, setSource] = useState<RegisterSource>('phone')
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const { place, faults } = placeOfForm(scope, typed)

  async function send(at: NonNullable<typeof place>) {
    setBusy(true)
    const reason = source === 'council-list' && scope === 'household' ? 'authority' : REASON_OF_SCOPE[scope]
    const added = await addEntry({ id, scope, reason, source, place: at })
    setBusy(false)
    if (!added.ok) return toast(`Couldn’t add it: ${added.failure.message}`, 'bad')
    onAdded()
    onClose()
    toast(`On the register: ${placeInWords(added.value)}`, 'good')
  }

  /** Returns false if a field has to be corrected first. */
  function add(): boolean {
    setChecked(true)
    if (place) void send(place)
    return place !== undefined
  }

  return { scope, source, typed, faults: isChecked ? faults : {}, busy, setScope, setSource, setTyped, add }
}
