import { dayAndTime } from '#domain/street/door-words.ts'
import { OUTCOME_WORDS } from '#domain/street/outcome.ts'
import type { OwnVisit } from '../../../../../street/own-visits.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { formatLondonTime } from '../../../../../ui/london-time.ts'

type NotKeptDialogProps = { refused: readonly OwnVisit[]; onRead: () => void; onClose: () => void }

/** The refused visits, each with the agent's note and the reason for the refusal. */
export const NotKeptDialog = ({ refused, onRead, onClose }: NotKeptDialogProps) => (
  <Dialog title="Visits not kept" onClose={onClose}>
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5">
      <p>The office does not have what you noted at these doors. Call the office if it matters.</p>
      <ul className="flex flex-col gap-3">
        {refused.map((visit) => (
          <li key={visit.id}>
            <RefusedVisit visit={visit} />
          </li>
        ))}
      </ul>
      <Button onClick={onRead}>Got it</Button>
    </div>
  </Dialog>
)

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
