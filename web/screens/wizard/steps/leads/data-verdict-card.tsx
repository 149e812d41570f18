import { CircleCheck, CircleQuestionMark, CircleX, type IconNode } from 'lucide'
import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { Answer } from '#domain/premises/rule.ts'
import type { VoucherVerdict } from '#domain/premises/verdict.ts'
import {
  ANSWER_WORDS,
  ageInWords,
  attributionsOf,
  BDUK_DECIDES,
  levelInWords,
  sourceInWords,
} from '#domain/premises/verdict-words.ts'
import { Icon } from '../../../../ui/icon.tsx'

type Look = { icon: IconNode; card: string; tint: string }
const STOPS: Look = { icon: CircleX, card: 'border-danger bg-danger-soft', tint: 'text-danger' }
const LOOKS: Record<Answer, Look> = {
  likely: { icon: CircleCheck, card: 'border-accent bg-accent-soft', tint: 'text-accent' },
  unknown: { icon: CircleQuestionMark, card: 'border-wait bg-wait-soft', tint: 'text-wait' },
  no: STOPS,
  'area-closed': STOPS,
}

type DataVerdictCardProps = { voucherVerdict: VoucherVerdict; verdict: Verdict }

/** What premises data says about the address, always with its level, its sources and their age (docs/product 20.5). */
export function DataVerdictCard({ voucherVerdict, verdict }: DataVerdictCardProps) {
  const { answer, reasons, level, sources, checkedAt } = voucherVerdict
  const { icon, card, tint } = LOOKS[answer]
  return (
    <div className={`flex gap-3 rounded-2xl border p-4 ${card}`}>
      <Icon of={icon} className={`mt-0.5 shrink-0 ${tint}`} />
      <div className="grid min-w-0 gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <strong className="text-lg">{ANSWER_WORDS[answer]}</strong>
          {verdict.eligible && verdict.voucherAmount > 0 && (
            <span className="font-semibold text-voucher">{formatPounds(verdict.voucherAmount)} voucher</span>
          )}
        </p>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {answer === 'unknown' && <p>You can carry on. The voucher stays unconfirmed.</p>}
        <ul aria-label="Sources" className="text-sm">
          <li>{levelInWords(level)}</li>
          {sources.map((source) => {
            const words = [sourceInWords(source), ageInWords(source, checkedAt)].filter(Boolean).join(', ')
            return <li key={words}>{words}</li>
          })}
        </ul>
        <p className="text-sm font-semibold">{BDUK_DECIDES}</p>
        {attributionsOf(sources).map((attribution) => (
          <p key={attribution} className="text-xs text-muted">
            {attribution}.
          </p>
        ))}
      </div>
    </div>
  )
}
