import { useEffect, useState } from 'react'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { isList } from '#domain/kernel/parse-json.ts'
import { dayAndTime } from '#domain/street/door-words.ts'
import { OUTCOME_WORDS } from '#domain/street/outcome.ts'
import { compareVisits, MAX_NOTE_LENGTH, type Visit } from '#domain/street/visit.ts'
import { VISITS_PATH } from '#protocol/visits.ts'
import { ask } from '../../../../../http/ask.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { formatLondonTime } from '../../../../../ui/london-time.ts'
import { useStore } from '../../../../../use-store.ts'
import { CalendarFileButton } from './calendar-file-button.tsx'
import { undoOf } from './undo-of.ts'

type VisitedLead = { id: string; street_address: string; postcode: string }
type DoorHistoryProps = { lead: VisitedLead; onClose: () => void }

const areVisits = (answer: unknown): answer is Visit[] => isList<Visit>(answer)

/** Every visit at a door, latest first. Visits of other phones appear once the server has answered. */
export function DoorHistory({ lead, onClose }: DoorHistoryProps) {
  const { own } = useStore(visitsOn(thisPhone))
  const [stored, setStored] = useState<readonly Visit[]>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    void ask(`${VISITS_PATH}?lead_id=${lead.id}`, areVisits).then((answer) =>
      answer.ok ? setStored(answer.value) : setProblem(answer.failure.message),
    )
  }, [lead.id])
  const here = own.filter(({ lead_id }) => lead_id === lead.id)
  const ownIds = new Set(here.map(({ id }) => id))
  const visits = [...here, ...(stored ?? []).filter(({ id }) => !ownIds.has(id))]
  const undone = new Set(visits.map(({ undoes }) => undoes))
  const today = londonDateOf(new Date().toISOString())
  const canTakeBack = ({ id, outcome, occurred_at }: Visit) =>
    ownIds.has(id) && !undone.has(id) && outcome !== 'do-not-knock' && londonDateOf(occurred_at) === today
  const takeBack = ({ id }: Visit) => undoOf(() => visitsOn(thisPhone).undo(id)).run()
  return (
    <Dialog title="Visits" onClose={onClose}>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-5">
        <p className="font-semibold">{lead.street_address}</p>
        {problem !== undefined && <p className="text-muted">Only the visits of this phone: {problem}.</p>}
        <ul className="flex flex-col gap-3">
          {visits
            .filter(({ undoes }) => undoes === null)
            .toSorted((a, b) => compareVisits(b, a))
            .map((visit) => (
              <li key={visit.id} className="flex items-start gap-2">
                <VisitLine
                  visit={visit}
                  by={ownIds.has(visit.id) ? 'This phone' : 'Another phone'}
                  isUndone={undone.has(visit.id)}
                />
                {canTakeBack(visit) && (
                  <Button
                    look="quiet"
                    className="-my-2"
                    aria-describedby={`visit-${visit.id}`}
                    onClick={() => takeBack(visit)}
                  >
                    Take back
                  </Button>
                )}
                {visit.call_back_on && !undone.has(visit.id) && (
                  <CalendarFileButton
                    callBack={{ lead, day: visit.call_back_on, time: visit.call_back_at }}
                  />
                )}
              </li>
            ))}
        </ul>
      </div>
    </Dialog>
  )
}

function VisitLine({ visit, by, isUndone }: { visit: Visit; by: string; isUndone: boolean }) {
  const { outcome, occurred_at, note, call_back_on, call_back_at } = visit
  return (
    <div className="grow">
      <p id={`visit-${visit.id}`}>
        <strong className={isUndone ? 'line-through' : ''}>{OUTCOME_WORDS[outcome]}</strong>
        {call_back_on && ` ${dayAndTime(call_back_on, call_back_at)}`}
        {isUndone && ' (taken back)'}
      </p>
      <p className="text-sm text-muted">
        {formatLondonTime(occurred_at)} · {by}
      </p>
      {note && <p className="wrap-anywhere">{note.slice(0, MAX_NOTE_LENGTH)}</p>}
    </div>
  )
}
