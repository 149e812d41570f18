import { useState } from 'react'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { dayAndTime } from '#domain/street/door-words.ts'
import { type CallBack, callBacksDue } from '#domain/street/today.ts'
import { useLists } from '../../../../../app-context.ts'
import { closedDoors } from '../../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { useStore } from '../../../../../use-store.ts'
import { CalendarFileButton } from './calendar-file-button.tsx'

type TodayProps = { onSelect: (lead: Lead) => void }

/** The call-backs that are due today, if there are any; none at a door that was closed since (docs/product 15.7). */
export function Today({ onSelect }: TodayProps) {
  const { doors } = useStore(visitsOn(thisPhone))
  const { leads } = useLists().shown
  const whyClosed = useStore(closedDoors)
  const [isOpen, setOpen] = useState(false)
  const findOpen = (id: string) => {
    const lead = leads.find(id)
    return lead && whyClosed(lead) === undefined ? lead : undefined
  }
  const due = callBacksDue(doors, findOpen, londonDateOf(new Date().toISOString()))
  if (due.length === 0) return null
  return (
    <>
      <Button look="quiet" className="-mx-3.5 self-start" onClick={() => setOpen(true)}>
        Today ({due.length})
      </Button>
      {isOpen && (
        <Dialog title="Today" onClose={() => setOpen(false)}>
          <ul className="flex min-h-0 flex-col gap-2 overflow-y-auto p-5">
            {due.map((callBack) => (
              <li key={callBack.lead.id} className="flex items-center gap-2">
                <Due
                  callBack={callBack}
                  onSelect={() => {
                    onSelect(callBack.lead)
                    setOpen(false)
                  }}
                />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

function Due({ callBack, onSelect }: { callBack: CallBack; onSelect: () => void }) {
  const { lead, day, time, isOverdue } = callBack
  return (
    <>
      <button type="button" className="min-h-12 min-w-0 grow text-left wrap-anywhere" onClick={onSelect}>
        <strong>{lead.street_address}</strong> {lead.postcode}
        <span className={`block text-sm ${isOverdue ? 'font-semibold text-danger' : 'text-muted'}`}>
          {isOverdue ? `Overdue, ${dayAndTime(day, time)}` : (time ?? 'Any time')}
        </span>
      </button>
      <CalendarFileButton callBack={callBack} />
    </>
  )
}
