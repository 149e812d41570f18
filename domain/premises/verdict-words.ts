import { londonDateOf } from '../cooling-off/calendar-date.ts'
import { dataAgeInWords, dayInWords, monthInWords } from './in-words.ts'
import type { Answer } from './rule.ts'
import type { VerdictLevel, VerdictSource, VoucherVerdict } from './verdict.ts'

/** The answers as the agent reads them (docs/product 20.3). */
export const ANSWER_WORDS: Readonly<Record<Answer, string>> = {
  likely: 'Likely',
  no: 'No',
  unknown: 'Unknown',
  'area-closed': 'Area closed',
}

/** What lists show instead of a lead's voucher if the answer stops its sale (docs/product 20.5). */
export const STOP_WORDS = { no: 'No voucher', 'area-closed': 'Area closed' }

/** Shown below every answer. */
export const BDUK_DECIDES = 'BDUK decides when the voucher is requested'

/** Returns the level of a verdict: `This address`, `All 14 in LL79 1AB`, `The only one in LL79 1AB`. */
export function levelInWords(level: VerdictLevel): string {
  if (level.of === 'premises') return 'This address'
  if (level.of === 'nothing') return 'No premises found'
  const { postcode, premises, unanimous } = level
  if (premises === 1) return `The only one in ${postcode}`
  return unanimous ? `All ${premises} in ${postcode}` : `${premises} in ${postcode}, which differ`
}

/** Returns the name and date of a source: `BDUK, May 2026`, `Llan Valley, checked 1 Nov 2026`. */
export function sourceInWords(source: VerdictSource): string {
  if (source.kind === 'voucher-areas') return `${source.area}, checked ${dayInWords(source.checkedOn)}`
  const name = source.kind === 'bduk-premises' ? 'BDUK' : 'Supplier’s list'
  return `${name}, ${monthInWords(source.month)}`
}

/** Returns the attributions that the licences of the sources require. */
export const attributionsOf = (sources: readonly VerdictSource[]): string[] => [
  ...new Set(sources.flatMap((source) => (source.kind !== 'voucher-areas' && source.attribution) || [])),
]

/** Returns how old a source's data was at a moment, such as `6 months old`; undefined if the source has no month. */
export function ageInWords(source: VerdictSource, at: string): string | undefined {
  return source.kind === 'voucher-areas' ? undefined : dataAgeInWords(source.month, londonDateOf(at))
}

/**
 * Returns a whole verdict in one paragraph, for records: the answer, its reasons, its level, its sources, and who
 * decides.
 */
export function verdictInWords(verdict: VoucherVerdict): string {
  const { answer, reasons, level, sources, checkedAt, rule } = verdict
  const parts = [
    `${ANSWER_WORDS[answer] ?? answer}: ${reasons.join('; ')}`,
    levelInWords(level),
    ...sources.map(sourceInWords),
    BDUK_DECIDES,
    `Checked ${dayInWords(londonDateOf(checkedAt))} by the rule ${rule}`,
  ]
  return `${parts.join('. ')}.`
}
