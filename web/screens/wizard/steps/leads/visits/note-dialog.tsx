import { useState } from 'react'
import { storableText } from '#domain/kernel/storable-text.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import { MAX_NOTE_LENGTH } from '#domain/street/visit.ts'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { TextField } from '../../../../../ui/field.tsx'
import { takeFocus } from '../../../../../ui/take-focus.ts'
import { OutcomeButtons } from './outcome-buttons.tsx'

type NoteDialogProps = { onTap: (outcome: Outcome, note: string) => void; onClose: () => void }

/** The outcomes, with a field for a note on the one that is tapped. */
export function NoteDialog({ onTap, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('')
  return (
    <Dialog title="Note visit" onClose={onClose}>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5">
        <TextField
          label="Note"
          ref={takeFocus}
          note="Optional"
          maxLength={MAX_NOTE_LENGTH}
          autoComplete="off"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(6rem,100%),1fr))] gap-2">
          <OutcomeButtons onTap={(outcome) => onTap(outcome, storableText(note))} />
        </div>
      </div>
    </Dialog>
  )
}
