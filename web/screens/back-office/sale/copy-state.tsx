import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { copyForCompany } from '#domain/copy/copy-in-words.ts'
import type { RecordedEvidence, SaleRecord } from '#protocol/sale-record.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { cancellationOf } from './cancellation-of.ts'
import { CopyActions } from './copy-actions.tsx'
import { usesInWords } from './copy-uses.ts'
import { londonDay, londonMoment } from './london-moment.ts'

/** The state of the customer's copy, how long its code is valid, and until when the customer can cancel. */
export function CopyState({ record, onChange }: { record: WholeRecord; onChange: () => void }) {
  const { copy_state, evidence, cancel, events } = record
  return (
    <section aria-label="The customer's copy" className="card flex flex-col gap-3 p-4">
      <h2 className="font-semibold">The customer's copy</h2>
      <p className="wrap-anywhere">
        {copy_state ? asSentence(copyForCompany(copy_state, londonMoment)) : NOT_SIGNED}
      </p>
      {usesInWords(events).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {evidence && <p className="text-muted">{codeInWords(evidence)}</p>}
      {cancel && !cancellationOf(record) && <p>{cancelInWords(cancel)}</p>}
      <CopyActions record={record} onChange={onChange} />
    </section>
  )
}

const NOT_SIGNED = 'This sale is not signed yet, so there is no copy.'

const asSentence = (words: string) => (words.endsWith('.') ? words : `${words}.`)

function codeInWords({ code_expires_at }: RecordedEvidence): string {
  const day = londonDay(code_expires_at)
  return new Date(code_expires_at) > new Date()
    ? `The customer’s code is valid until ${day}.`
    : `The customer’s code ended on ${day}.`
}

function cancelInWords({ last_day, informed_at }: NonNullable<SaleRecord['cancel']>): string {
  const until = `until the end of ${dateInWords(last_day)}.`
  if (last_day < londonDateOf(new Date().toISOString())) return `The customer could cancel ${until}`
  return informed_at === null
    ? `There is no evidence yet that the customer was informed, so they can cancel ${until}`
    : `The customer can cancel ${until}`
}
