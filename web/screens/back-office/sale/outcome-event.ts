import { SALE_OUTCOME_WORDS, standingInWords } from '#domain/after-signature/outcome-words.ts'
import { SALE_OUTCOMES, type SaleOutcomeKind } from '#domain/after-signature/sale-outcome.ts'
import { formatPounds, type Pounds } from '#domain/kernel/money.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import type { EventWords } from './described-event.ts'

type OutcomeDetails = { happened_on: string; amount?: Pounds; words: string }

/** Returns the words of an event that recorded an outcome or took one back. Undefined for any other event. */
export function outcomeInWords({
  kind,
  details,
}: Pick<SaleEvent, 'kind' | 'details'>): EventWords | undefined {
  if (kind === 'outcome-taken-back')
    return takenBack(details as { outcome: SaleOutcomeKind; happened_on: string })
  const outcome = SALE_OUTCOMES.find((one) => one === kind)
  return outcome && recorded(outcome, details as OutcomeDetails)
}

const recorded = (kind: SaleOutcomeKind, { happened_on, amount, words }: OutcomeDetails): EventWords => ({
  title: standingInWords({ kind, happened_on }),
  lines: [amount === undefined ? '' : formatPounds(amount), words],
})

const takenBack = ({
  outcome,
  happened_on,
}: {
  outcome: SaleOutcomeKind
  happened_on: string
}): EventWords => ({
  title: `Taken back: ${SALE_OUTCOME_WORDS[outcome]}`,
  lines: [`It was recorded as: ${standingInWords({ kind: outcome, happened_on })}.`],
})
