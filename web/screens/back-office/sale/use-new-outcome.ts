import { useState } from 'react'
import { OUTCOME_RULES, type OutcomeRule, refuseOutcome } from '#domain/after-signature/refuse-outcome.ts'
import type { SaleOutcomeKind } from '#domain/after-signature/sale-outcome.ts'
import { parsePounds } from '#domain/kernel/money.ts'
import { storableText } from '#domain/kernel/storable-text.ts'
import { recordOutcome, type WholeRecord } from '../../../http/sale-record.ts'
import { randomUuid } from '../../../random-uuid.ts'
import { toast } from '../../../ui/toast-store.ts'
import { today } from '../today.ts'
import { offerUndo } from './set-taken-back.ts'

export type NewOutcomeProps = { record: WholeRecord; onChange: () => void; onClose: () => void }

type Typed = { kind: SaleOutcomeKind; day: string; amount: string; words: string }

/** Returns what is typed for a new outcome, its faults once it was checked, and the function that records it. */
export function useNewOutcome({ record, onChange, onClose }: NewOutcomeProps) {
  const { sale, outcomes } = record
  const [id] = useState(randomUuid)
  const [typed, setTyped] = useState<Typed>({ kind: 'install-booked', day: today(), amount: '', words: '' })
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const outcome = outcomeOf(typed)
  const broken = typed.day === '' ? undefined : refuseOutcome(outcome, { ...sale, outcomes }, today())?.rule

  async function send() {
    setBusy(true)
    const recorded = await recordOutcome(sale.session_id, { id, ...outcome })
    setBusy(false)
    onChange()
    if (!recorded.ok) return toast(`Couldn’t save it: ${recorded.failure.message}`, 'bad')
    onClose()
    offerUndo({ sessionId: sale.session_id, outcome: recorded.value, onChange }, false)
  }

  /** Returns false if a field has to be corrected first. */
  function save(): boolean {
    setChecked(true)
    const isComplete = typed.day !== '' && broken === undefined
    if (isComplete) void send()
    return isComplete
  }

  const faultOf = (...rules: OutcomeRule[]) =>
    isChecked && broken && rules.includes(broken) ? OUTCOME_RULES[broken] : undefined
  const dayFault = isChecked && typed.day === '' ? 'Enter the day.' : faultOf(...DAY_RULES)
  return {
    typed,
    busy,
    faults: {
      day: dayFault,
      amount: faultOf('clawback_needs_an_amount'),
      words: faultOf('note_needs_words'),
    },
    change: (changed: Partial<Typed>) => setTyped({ ...typed, ...changed }),
    save,
  }
}

const DAY_RULES: OutcomeRule[] = [
  'outcome_after_signature',
  'outcome_not_in_future',
  'booking_within_two_years',
]

const outcomeOf = ({ kind, day, amount, words }: Typed) => ({
  kind,
  happened_on: day,
  amount: (kind === 'clawback' && parsePounds(amount)) || null,
  words: storableText(words.trim()),
})
