import type { VoucherVerdict } from '#domain/premises/verdict.ts'
import {
  ANSWER_WORDS,
  ageInWords,
  BDUK_DECIDES,
  levelInWords,
  sourceInWords,
} from '#domain/premises/verdict-words.ts'
import { londonMoment } from './london-moment.ts'

/** The voucher verdict that the agent saw before the customer signed, as the sealed evidence has it. */
export function SaleVoucher({ verdict }: { verdict: VoucherVerdict }) {
  const { answer, reasons, level, sources, checkedAt, rule } = verdict
  return (
    <section aria-label="Voucher check" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Voucher check</h2>
      <div className="grid gap-1 px-4 py-2.5">
        <p className="font-semibold">
          {ANSWER_WORDS[answer]}
          {answer === 'unknown' && ', voucher unconfirmed'}
        </p>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <p className="text-sm text-muted">{levelInWords(level)}</p>
        {sources.map((source) => {
          const words = [sourceInWords(source), ageInWords(source, checkedAt)].filter(Boolean).join(', ')
          return (
            <p key={words} className="text-sm text-muted">
              {words}
            </p>
          )
        })}
        <p className="text-sm text-muted">
          Shown <time dateTime={checkedAt}>{londonMoment(checkedAt)}</time>, by the rule {rule}.{' '}
          {BDUK_DECIDES}.
        </p>
      </div>
    </section>
  )
}
