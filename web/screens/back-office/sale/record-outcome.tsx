import { useRef } from 'react'
import { SALE_OUTCOME_WORDS } from '#domain/after-signature/outcome-words.ts'
import { hasOpenComplaint } from '#domain/after-signature/refuse-outcome.ts'
import { MAX_OUTCOME_WORDS, SALE_OUTCOMES } from '#domain/after-signature/sale-outcome.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { TextField } from '../../../ui/field.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TermField } from '../term-field.tsx'
import { type NewOutcomeProps, useNewOutcome } from './use-new-outcome.ts'

/** Asks for an outcome of the sale, and its day. */
export function RecordOutcome(props: NewOutcomeProps) {
  const form = useRef<HTMLFormElement>(null)
  const { typed, faults, busy, change, save } = useNewOutcome(props)
  const { outcomes } = props.record
  const kinds = SALE_OUTCOMES.filter((kind) => kind !== 'complaint-closed' || hasOpenComplaint(outcomes))
  return (
    <Dialog title="Record an outcome" onClose={props.onClose}>
      <DialogForm
        form={form}
        onSubmit={() => {
          if (!save()) focusFault(form.current)
        }}
      >
        <TermField
          label="What happened"
          value={typed.kind}
          terms={kinds}
          names={SALE_OUTCOME_WORDS}
          onChange={(kind) => change({ kind })}
        />
        <TextField
          label="Day"
          type="date"
          value={typed.day}
          error={faults.day}
          onChange={({ target }) => change({ day: target.value })}
        />
        {typed.kind === 'clawback' && (
          <TextField
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            note="in pounds"
            value={typed.amount}
            error={faults.amount}
            onChange={({ target }) => change({ amount: target.value })}
          />
        )}
        <TextArea
          label="Note"
          maxLength={MAX_OUTCOME_WORDS}
          value={typed.words}
          error={faults.words}
          onChange={({ target }) => change({ words: target.value })}
        />
        <p className="text-sm text-muted">
          Only the office sees this. It doesn’t change the sale’s status or anything in the CRM.
        </p>
        <DialogFoot leave="Cancel" onLeave={props.onClose}>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}
