import { useState } from 'react'
import { standingInWords } from '#domain/after-signature/outcome-words.ts'
import type { SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../account/account.ts'
import { RecordOutcome } from './record-outcome.tsx'
import { setTakenBack } from './set-taken-back.ts'

type SaleOutcomesProps = { record: WholeRecord; onChange: () => void }

/** What came of a signed sale, the latest first, with a dialog to record more. Hidden until the sale is signed. */
export function SaleOutcomes({ record, onChange }: SaleOutcomesProps) {
  const { sale, outcomes } = record
  const [isAsked, setAsked] = useState(false)
  const mayRecord = useMay('record-outcomes')
  if (sale.received_at === null) return null
  const counting = outcomes.filter(({ taken_back_at }) => taken_back_at === null)
  return (
    <section aria-label="After the signature" className="card overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-1">
        <h2 className="py-1.5 font-semibold">After the signature</h2>
        {mayRecord && (
          <Button look="quiet" className="-mx-3.5" onClick={() => setAsked(true)}>
            Record outcome
          </Button>
        )}
      </div>
      {counting.length === 0 && (
        <p className="px-4 py-2.5 text-muted">
          Nothing yet.
          {mayRecord && ' Record when the installation is booked or done, and what the customer reports.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {counting.map((outcome) => (
          <Outcome key={outcome.id} sessionId={sale.session_id} outcome={outcome} onChange={onChange} />
        ))}
      </ul>
      {isAsked && <RecordOutcome record={record} onChange={onChange} onClose={() => setAsked(false)} />}
    </section>
  )
}

type OutcomeProps = { sessionId: string; outcome: SaleOutcome; onChange: () => void }

function Outcome({ sessionId, outcome, onChange }: OutcomeProps) {
  const [busy, setBusy] = useState(false)
  const mayTakeBack = useMay('record-outcomes')
  const { id, amount, words } = outcome

  async function takeBack() {
    setBusy(true)
    await setTakenBack({ sessionId, outcome, onChange }, true)
    setBusy(false)
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-2">
      <div className="min-w-0 flex-1 basis-56 py-1.5 wrap-anywhere">
        <p id={id}>
          {standingInWords(outcome)}
          {amount !== null && `, ${formatPounds(amount)}`}
        </p>
        {words !== '' && <p className="text-sm whitespace-pre-line text-muted">{words}</p>}
      </div>
      {mayTakeBack && (
        <Button
          look="quiet"
          className="-mx-3.5"
          aria-describedby={id}
          busy={busy}
          onClick={() => void takeBack()}
        >
          Take back
        </Button>
      )}
    </li>
  )
}
