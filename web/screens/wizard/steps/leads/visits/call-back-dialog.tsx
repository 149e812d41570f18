import { useState } from 'react'
import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { storableText } from '#domain/kernel/storable-text.ts'
import { MAX_NOTE_LENGTH } from '#domain/street/visit.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { TextField } from '../../../../../ui/field.tsx'
import { takeFocus } from '../../../../../ui/take-focus.ts'
import { type NotedLead, noteVisit } from './note-visit.ts'

/** `given` is the note that the agent has already typed. */
type CallBackDialogProps = {
  lead: NotedLead
  given: string
  onClose: () => void
}

/** Asks on which day, and perhaps at what time, the household expects the agent. */
export function CallBackDialog({ lead, given, onClose }: CallBackDialogProps) {
  const today = londonDateOf(new Date().toISOString())
  const [day, setDay] = useState(addDays(today, 1))
  const [time, setTime] = useState('')
  const [note, setNote] = useState(given)

  async function save() {
    const more = {
      call_back_on: day,
      call_back_at: time.slice(0, 5) || null,
      note: storableText(note).trim() || null,
    }
    if (await noteVisit(lead, 'call-back', more)) onClose()
  }

  return (
    <Dialog title="Call back" onClose={onClose}>
      <form
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Day"
          ref={takeFocus}
          type="date"
          required
          min={today}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <TextField
          label="Time"
          note="Optional"
          type="time"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <TextField
          label="Note"
          note="Optional"
          maxLength={MAX_NOTE_LENGTH}
          autoComplete="off"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" className="min-h-12">
          Save call-back
        </Button>
      </form>
    </Dialog>
  )
}
