import type { Lead } from '#domain/lead/lead.ts'
import { callBackNote } from '#domain/street/call-back-note.ts'
import { dayAndTime } from '#domain/street/door-words.ts'
import type { CallBack } from '#domain/street/today.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { useStore } from '../../../../../use-store.ts'
import { CalendarFileButton } from './calendar-file-button.tsx'

type TodayDialogProps = {
  due: readonly CallBack[]
  onSelect: (lead: Lead) => void
  onClose: () => void
}

/** The doors that expect the agent today. Choosing one selects it. */
export const TodayDialog = ({ due, onSelect, onClose }: TodayDialogProps) => (
  <Dialog title="Today" onClose={onClose}>
    <ul className="flex min-h-0 flex-col gap-2 overflow-y-auto p-5">
      {due.map((callBack) => (
        <li key={callBack.lead.id} className="flex items-center gap-2">
          <Due
            callBack={callBack}
            onSelect={() => {
              onSelect(callBack.lead)
              onClose()
            }}
          />
        </li>
      ))}
    </ul>
  </Dialog>
)

function Due({ callBack, onSelect }: { callBack: CallBack; onSelect: () => void }) {
  const { lead, day, time, isOverdue } = callBack
  const note = callBackNote(useStore(visitsOn(thisPhone)).own, { leadId: lead.id, day, time })
  return (
    <>
      <button type="button" className="min-h-12 min-w-0 grow text-left wrap-anywhere" onClick={onSelect}>
        <strong>{lead.street_address}</strong> {lead.postcode}
        <span className={`block text-sm ${isOverdue ? 'font-semibold text-danger' : 'text-muted'}`}>
          {isOverdue ? `Overdue, ${dayAndTime(day, time)}` : (time ?? 'Any time')}
        </span>
        {note && <span className="line-clamp-3 text-sm">{note}</span>}
      </button>
      <CalendarFileButton callBack={callBack} />
    </>
  )
}
