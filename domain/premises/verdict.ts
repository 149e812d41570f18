import { type CalendarDate, londonDateOf } from '../cooling-off/calendar-date.ts'
import type { Pounds } from '../kernel/money.ts'
import type { VoucherArea } from './area.ts'
import type { DataMonth } from './data-month.ts'
import type { ActiveData, KnownPremises, Uprn } from './premises.ts'
import { type Answer, RULE, type Ruling, ruleOn } from './rule.ts'

/** How exactly a verdict matches the household that was asked for. */
export type VerdictLevel =
  | { of: 'premises'; uprn: Uprn }
  /**
   * How many premises BDUK recognises in the postcode (all, if it recognises none), and whether they have the same
   * answer.
   */
  | { of: 'postcode'; postcode: string; premises: number; unanimous: boolean }
  | { of: 'nothing' }

/** The basis of a verdict: a version of a data set, or the office's own table of areas. */
export type VerdictSource =
  | {
      kind: 'bduk-premises' | 'supplier-eligible'
      version: string
      sha256: string
      month: DataMonth
      attribution: string
    }
  | { kind: 'voucher-areas'; area: string; checkedOn: CalendarDate; url: string | null }

/** What a data check says about a household, as the agent sees it and the sale keeps it. Plain JSON. */
export type VoucherVerdict = {
  answer: Answer
  /** As on the screen; several if the premises of a postcode differ. */
  reasons: readonly string[]
  level: VerdictLevel
  sources: readonly VerdictSource[]
  /** The highest voucher of the area in pounds, if the office has entered one. */
  maxVoucher: Pounds | null
  rule: typeof RULE
  /** UTC, ISO 8601. */
  checkedAt: string
}

/** What the data holds for a household. */
export type Found = {
  data: ActiveData
  /**
   * The premises with the UPRN that was asked for, with the postcode that BDUK has for it; undefined if no data has it.
   */
  premises: (KnownPremises & { postcode: string | undefined }) | undefined
  /** Every premises of the postcode that was asked for. */
  inPostcode: readonly KnownPremises[]
}

/** The household, as the lead or the entered address names it. */
export type Asked = { uprn: Uprn | undefined; postcode: string | undefined }

/**
 * Returns what the data says about a household (docs/product 20.3). Pure: the same data and moment give the same
 * verdict, on the phone and on the server. A postcode has an answer only if all its recognised premises agree.
 */
export function verdictOn(asked: Asked, found: Found, checkedAt: string): VoucherVerdict {
  const today = londonDateOf(checkedAt)
  const ruling = (premises: KnownPremises) => ruleOn(premises, found.data, today)
  const single = ({ answer, reason }: Ruling) => ({ answer, reasons: [reason] })
  const result = (
    said: Pick<VoucherVerdict, 'answer' | 'reasons'>,
    level: VerdictLevel,
    about: readonly KnownPremises[],
  ): VoucherVerdict => ({ ...said, level, ...supportOf(found.data, about), rule: RULE, checkedAt })
  const { uprn, postcode } = asked
  if (uprn !== undefined) {
    const premises = found.premises ?? absent(found.inPostcode)
    const actual = found.premises?.postcode
    if (postcode && actual && actual !== postcode)
      return result(single(unknown(`BDUK has this UPRN in ${actual}`)), { of: 'nothing' }, [premises])
    return result(single(ruling(premises)), { of: 'premises', uprn }, [premises])
  }
  if (postcode === undefined)
    return result(single(unknown('There is no postcode in this address')), { of: 'nothing' }, [])
  const recognised = found.inPostcode.filter(({ facts }) => facts?.recognised)
  const counting = recognised.length > 0 ? recognised : found.inPostcode
  if (counting.length === 0) return result(single(ruling(absent([]))), { of: 'nothing' }, [])
  const { answer, reasons, unanimous } = agreement(counting.map(ruling), postcode)
  const level = { of: 'postcode', postcode, premises: counting.length, unanimous } as const
  return result({ answer, reasons }, level, counting)
}

const unknown = (reason: string): Ruling => ({ answer: 'unknown', reason })

/** Returns a household that no data has, in the area of its postcode if that has only one. */
function absent(inPostcode: readonly KnownPremises[]): KnownPremises {
  const [first, ...others] = inPostcode
  const area = others.every((other) => other.area?.name === first?.area?.name) ? first?.area : undefined
  return { facts: undefined, contract: undefined, project: undefined, area, isListed: false }
}

/** Returns the answer that all rulings share, or `unknown` with the count of each reason. */
function agreement(
  rulings: readonly Ruling[],
  postcode: string,
): { answer: Answer; reasons: string[]; unanimous: boolean } {
  const counts = new Map<string, number>()
  for (const { reason } of rulings) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const byCount = [...counts].sort(([, one], [, other]) => other - one)
  const counted = byCount.map(([reason, count]) => `${count} of ${rulings.length} in ${postcode}: ${reason}`)
  const answers = new Set(rulings.map(({ answer }) => answer))
  const [answer] = answers
  if (answer === undefined || answers.size > 1)
    return { answer: 'unknown', reasons: [DIFFER, ...counted], unanimous: false }
  return { answer, reasons: counts.size === 1 ? [...counts.keys()] : counted, unanimous: true }
}

const DIFFER = 'The premises of this postcode differ. The UPRN of this one would decide'

function supportOf(
  { bduk, list }: ActiveData,
  about: readonly KnownPremises[],
): Pick<VoucherVerdict, 'sources' | 'maxVoucher'> {
  const areas = [...new Map(about.flatMap(({ area }) => (area ? [[area.name, area] as const] : []))).values()]
  const ceilings = areas.flatMap(({ maxVoucher }) => maxVoucher ?? [])
  return {
    sources: [
      ...(bduk ? [{ kind: 'bduk-premises', ...bduk } as const] : []),
      ...(list && about.some(({ isListed }) => isListed)
        ? [{ kind: 'supplier-eligible', ...list } as const]
        : []),
      ...areas.map(areaSource),
    ],
    maxVoucher: ceilings.length === 0 ? null : Math.min(...ceilings),
  }
}

const areaSource = ({ name, checkedOn, sourceUrl }: VoucherArea): VerdictSource => ({
  kind: 'voucher-areas',
  area: name,
  checkedOn,
  url: sourceUrl,
})
