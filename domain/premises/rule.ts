import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import { stateOn } from './area.ts'
import { type DataMonth, isOverdue } from './data-month.ts'
import type { PremisesFacts } from './facts.ts'
import { dayInWords, monthInWords } from './in-words.ts'
import type { ActiveData, KnownPremises, VoucherProject } from './premises.ts'

/** The name of this rule: the voucher scheme as published in October 2025 (docs/product 20.3). */
export const RULE = 'gbvs-2025-10'

export const ANSWERS = ['likely', 'no', 'unknown', 'area-closed'] as const
export type Answer = (typeof ANSWERS)[number]

/** What the rule says about one premises, with the reason as the screen shows it. */
export type Ruling = { answer: Answer; reason: string }

const likely = (reason: string): Ruling => ({ answer: 'likely', reason })
const no = (reason: string): Ruling => ({ answer: 'no', reason })
const unknown = (reason: string): Ruling => ({ answer: 'unknown', reason })

/**
 * Applies the rule to one premises on a day in London: the first match decides (docs/product 20.3). A reason never says
 * that a household is entitled to anything, because only BDUK decides that.
 */
export function ruleOn(premises: KnownPremises, data: ActiveData, today: CalendarDate): Ruling {
  const { facts, area, project } = premises
  const against = facts && reasonAgainst(facts, premises.contract)
  if (premises.isListed && data.list) return listed(data.list.month, data.bduk?.month, against, today)
  if (against && facts.recognised && data.bduk) return no(dated(against, data.bduk.month, today))
  const state = area ? stateOn(area, today) : 'unknown'
  if (area && state === 'closed')
    return {
      answer: 'area-closed',
      reason: `Vouchers are closed in ${area.name} (checked ${dayInWords(area.checkedOn)})`,
    }
  if (!data.bduk) return unknown('No BDUK data is loaded')
  const month = monthInWords(data.bduk.month)
  if (!facts) return unknown(`Not in the BDUK data of ${month}`)
  if (!facts.recognised) return unknown('BDUK does not count this as a premises')
  if (facts.contract === 'deferred') return unknown('May join a government contract')
  if (facts.contract === 'unstated') return unknown('In a government contract of unstated scope')
  if (facts.status !== 'white') return unknown('Coverage claims are under review')
  const isStale = isOverdue(data.bduk.month, today)
  if (facts.voucherProject) {
    const reason = projectInWords(project)
    if (!isOurs(project?.supplier, data.ownSupplier)) return unknown(reason)
    return isStale ? unknown(`${reason} in ${month}, but that data is out of date`) : likely(reason)
  }
  if (state !== 'open') return unknown('No gigabit planned; whether vouchers are open here is not known')
  return isStale
    ? unknown(`No gigabit planned in ${month}, but that data is out of date`)
    : likely('No gigabit here, none planned, area open')
}

/** Returns the reason for a no, if there is one. It remains true when an area opens again. */
function reasonAgainst(facts: PremisesFacts, contract: KnownPremises['contract']): string | undefined {
  if (facts.currentGigabit) return 'Gigabit is available here already'
  if (facts.contract === 'initial') {
    const { supplier, until } = contract ?? {}
    const terms = [supplier, until && `by ${dayInWords(until)}`].filter(Boolean).join(', ')
    return `In a government contract${terms && `: ${terms}`}`
  }
  if (facts.futureGigabit) return 'A commercial gigabit network is planned'
  if (facts.status === 'grey-black') return 'A gigabit network is there or due within 3 years'
  return undefined
}

/** Marks a reason as resting on old data. That does not make a no less likely, but the agent should know. */
const dated = (reason: string, month: DataMonth, today: CalendarDate) =>
  isOverdue(month, today) ? `${reason} (this may have changed since ${monthInWords(month)})` : reason

/**
 * Rules on a premises that the supplier's list has. The list outweighs BDUK's data, unless it is out of date, or BDUK's
 * data contradicts it and is at least as new.
 */
function listed(
  month: DataMonth,
  bdukMonth: DataMonth | undefined,
  against: string | undefined,
  today: CalendarDate,
): Ruling {
  const reason = `On the supplier’s list of ${monthInWords(month)}`
  if (against && bdukMonth && month <= bdukMonth) return unknown(`${reason}, but BDUK says: ${against}`)
  return isOverdue(month, today) ? unknown(`${reason}, which is out of date`) : likely(reason)
}

function projectInWords(project: VoucherProject | undefined): string {
  const name = project?.name ? `In voucher project ${project.name}` : 'In a voucher project'
  return project?.supplier ? `${name} of ${project.supplier}` : name
}

/**
 * Returns whether a supplier is our own. `own` is a setting that a person typed, so case and blanks around it do not
 * count.
 */
const isOurs = (supplier: string | null | undefined, own: string | null) =>
  Boolean(supplier && own) && supplier?.trim().toLowerCase() === own?.trim().toLowerCase()
