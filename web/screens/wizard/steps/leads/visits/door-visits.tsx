import { type ReactNode, Suspense, useState } from 'react'
import type { SaleLead } from '#domain/sale/sale.ts'
import { callBackNote } from '#domain/street/call-back-note.ts'
import type { Door } from '#domain/street/door.ts'
import { doorInWords } from '#domain/street/door-words.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type { Visit } from '#domain/street/visit.ts'
import { closedDoors } from '../../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { useStore } from '../../../../../use-store.ts'
import { dialogs } from '../dialogs.ts'
import { noteVisit } from './note-visit.ts'
import { IN_A_CELL, OutcomeButtons } from './outcome-buttons.tsx'

type DoorVisitsProps = {
  lead: SaleLead & { id: string }
  /** The button of the register, among the outcomes. */
  children: ReactNode
}

/**
 * Notes the outcome of a visit to the selected lead with one tap, and shows earlier outcomes (docs/product 15.7). A low
 * screen has no room for the outcomes, so they open in a dialog there. At a closed door there is nothing to note.
 */
export function DoorVisits({ lead, children }: DoorVisitsProps) {
  const { doors, own } = useStore(visitsOn(thisPhone))
  const door = doors.get(lead.id)
  const isClosed = useStore(closedDoors)(lead) !== undefined
  const [opened, setOpened] = useState<'outcomes' | 'call-back' | 'refused' | 'history'>()
  const [note, setNote] = useState('')
  const close = () => setOpened(undefined)

  function take(outcome: Outcome, given = ''): void {
    setNote(given)
    setOpened(outcome === 'call-back' || outcome === 'refused' ? outcome : undefined)
    if (outcome !== 'call-back') void noteVisit(lead, outcome, { note: given.trim() || null })
  }

  return (
    <section aria-label="Visit" className="flex flex-col gap-1 low:contents">
      {door && (
        <button
          type="button"
          className="text-button -ml-3 leads-on self-start text-left text-sm max-sm:low:basis-full"
          onClick={() => setOpened('history')}
        >
          <span className="line-clamp-2">{isClosed ? '' : stateInWords(door, own)}</span>
          <span className={isClosed ? '' : 'sr-only'}>{isClosed ? 'Show visits' : '. Show visits'}</span>
        </button>
      )}
      {isClosed ? (
        children
      ) : (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(4.5rem,100%),1fr))] gap-2 lg:grid-cols-3 low:contents">
          <OutcomeButtons className="low:hidden" onTap={take} />
          <Button look="quiet" className={`${IN_A_CELL} low:hidden`} onClick={() => setOpened('outcomes')}>
            Add note
          </Button>
          <Button look="quiet" className="-mx-3.5 hidden low:flex" onClick={() => setOpened('outcomes')}>
            Note visit
          </Button>
          {children}
        </div>
      )}
      <Suspense>
        {opened === 'refused' && (
          <dialogs.enterDoor.Screen title="Asked not to come back?" lead={lead} onClose={close} />
        )}
        {opened === 'outcomes' && <dialogs.note.Screen onTap={take} onClose={close} />}
        {opened === 'call-back' && <dialogs.callBack.Screen lead={lead} given={note} onClose={close} />}
        {opened === 'history' && <dialogs.history.Screen lead={lead} onClose={close} />}
      </Suspense>
    </section>
  )
}

/** Returns what is known about a door, with the note of an open call-back. */
function stateInWords(door: Door, own: readonly Visit[]): string {
  const { lead_id: leadId, state, next_on: day, next_at: time } = door
  const note = state === 'call-back' ? callBackNote(own, { leadId, day, time }) : null
  return note ? `${doorInWords(door)}: ${note}` : doorInWords(door)
}
