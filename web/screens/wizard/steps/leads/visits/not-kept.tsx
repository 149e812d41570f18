import { useState } from 'react'
import { dayAndTime } from '#domain/street/door-words.ts'
import { OUTCOME_WORDS } from '#domain/street/outcome.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import type { OwnVisit } from '../../../../../street/own-visits.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { formatLondonTime } from '../../../../../ui/london-time.ts'
import { countOf } from '../../../../../ui/wording.ts'
import { useStore } from '../../../../../use-store.ts'

/** The visits that the server refused, until the agent has read them (docs/product 15.8). */
export function NotKept() {
  const visits = visitsOn(thisPhone)
  const { own } = useStore(visits)
  const [isOpen, setOpen] = useState(false)
  const refused = own.filter(
    ({ refusal, isRead, undoes }) => refusal !== undefined && !isRead && undoes === null,
  )
  if (refused.length === 0) return null
  return (
    <>
      <Button look="quiet" className="-mx-3.5 self-start text-danger" onClick={() => setOpen(true)}>
        {countOf(refused.length, 'visit')} not kept
      </Button>
      {isOpen && (
        <Dialog title="Visits not kept" onClose={() => setOpen(false)}>
          <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5">
            <p>The office does not have what you noted at these doors. Call the office if it matters.</p>
            <ul className="flex flex-col gap-3">
              {refused.map((visit) => (
                <li key={visit.id}>
                  <RefusedVisit visit={visit} />
                </li>
              ))}
            </ul>
            <Button onClick={() => void visits.markRead().then(() => setOpen(false))}>Got it</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function RefusedVisit({ visit }: { visit: OwnVisit }) {
  const { place, outcome, occurred_at, note, call_back_on, call_back_at, refusal } = visit
  return (
    <>
      <p>
        <strong>{place}</strong>: {OUTCOME_WORDS[outcome]}
        {call_back_on && ` ${dayAndTime(call_back_on, call_back_at)}`}
      </p>
      <p className="text-sm text-muted">
        {formatLondonTime(occurred_at)} · {refusal}
      </p>
      {note && <p className="wrap-anywhere">{note}</p>}
    </>
  )
}
