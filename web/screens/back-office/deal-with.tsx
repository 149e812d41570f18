import { useState } from 'react'
import type { DealtWithEntry } from '#protocol/office-lists.ts'
import { dealWith } from '../../http/office-lists.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useMay } from './account/account.ts'

type DealWithProps = {
  entry: DealtWithEntry
  isDealtWith: boolean
  /** The element that names the entry. */
  describedBy: string
  onChange: () => void
}

/** Marks an entry as dealt with and offers to undo that, or opens it again. */
export function DealWith({ entry, isDealtWith, describedBy, onChange }: DealWithProps) {
  const [busy, setBusy] = useState(false)
  const mayMark = useMay('write-office')

  async function mark(dealt_with: boolean) {
    setBusy(true)
    const marked = await dealWith({ ...entry, dealt_with })
    setBusy(false)
    onChange()
    if (!marked.ok) toast(`Couldn’t save it: ${marked.failure.message}`, 'bad')
    else if (dealt_with) toast('Marked as dealt with', 'good', { name: 'Undo', run: () => void mark(false) })
  }

  if (!mayMark) return null
  return (
    <Button
      look="quiet"
      className="-mx-3.5"
      aria-describedby={describedBy}
      busy={busy}
      onClick={() => void mark(!isDealtWith)}
    >
      {isDealtWith ? 'Open again' : 'Mark as dealt with'}
    </Button>
  )
}
