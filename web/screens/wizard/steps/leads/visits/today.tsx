import { Suspense, useState } from 'react'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { callBacksDue } from '#domain/street/today.ts'
import { useLists } from '../../../../../app-context.ts'
import { closedDoors } from '../../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { useStore } from '../../../../../use-store.ts'
import { dialogs } from '../dialogs.ts'

type TodayProps = { onSelect: (lead: Lead) => void }

/** The call-backs that are due today, if there are any. Leaves out doors that were closed since (docs/product 15.7). */
export function Today({ onSelect }: TodayProps) {
  const { doors } = useStore(visitsOn(thisPhone))
  const { leads } = useLists().shown
  const whyClosed = useStore(closedDoors)
  const [isOpen, setOpen] = useState(false)
  const findOpen = (id: string) => {
    const lead = leads.find(id)
    return lead && whyClosed(lead) === undefined ? lead : undefined
  }
  const due = callBacksDue(doors, findOpen, () => londonDateOf(new Date().toISOString()))
  if (due.length === 0) return null
  return (
    <>
      <Button look="quiet" className="-mx-3.5 self-start low:self-center" onClick={() => setOpen(true)}>
        Today ({due.length})
      </Button>
      <Suspense>
        {isOpen && <dialogs.today.Screen due={due} onSelect={onSelect} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
