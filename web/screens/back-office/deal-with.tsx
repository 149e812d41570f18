import { useState } from 'react'
import type { DealtWithEntry } from '#protocol/office-lists.ts'
import { dealWith } from '../../http/office-lists.ts'
import { Button } from '../../ui/button.tsx'
import { dismissToast, toast } from '../../ui/toast-store.ts'
import { useMay } from './account/account.ts'

type DealWithProps = {
  entry: DealtWithEntry
  isDealtWith: boolean
  /** The element that names the entry. */
  describedBy: string
  onChange: () => void
}

/** The toast that offers to undo the latest mark. */
let undo: { id: number; entry: string } | undefined

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
    else if (dealt_with) {
      const id = toast('Marked as dealt with', 'good', { name: 'Undo', run: () => void mark(false) })
      undo = { id, entry: JSON.stringify(entry) }
    } else if (undo?.entry === JSON.stringify(entry)) dismissToast(undo.id)
  }

  if (!mayMark) return null
  return (
    <Button
      look="quiet"
      className="-mr-3.5 ml-auto"
      aria-describedby={describedBy}
      busy={busy}
      onClick={() => void mark(!isDealtWith)}
    >
      {/* As wide as the longer text, so that the button does not change its place. */}
      <span className="text-right after:invisible after:block after:h-0 after:content-['Mark_as_dealt_with']">
        {isDealtWith ? 'Open again' : 'Mark as dealt with'}
      </span>
    </Button>
  )
}
