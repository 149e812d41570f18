import { type MouseEvent, useState } from 'react'
import { looksOdd } from '#domain/sale/odd-details.ts'
import { contactDetails } from '#domain/sale/prefill.ts'
import type { Customer } from '#domain/sale/sale.ts'
import { useSale } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { LeaveSale } from '../../leave-sale.tsx'
import { OrderSummary } from '../../order-summary.tsx'
import { SaleHeading } from '../../sale-heading.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'

const FORM = 'customer-form'

type Entry = {
  field: keyof Customer
  label: string
  type?: 'email' | 'tel'
  placeholder?: string
  hint?: string
  /** A question to show if the entry looks mistyped. It never stops the agent. */
  odd?: string
  /** What to do if it is left blank. */
  missing: string
}

const ENTRIES: readonly Entry[] = [
  { field: 'firstName', label: 'First name', missing: 'Enter the first name.' },
  { field: 'lastName', label: 'Last name', missing: 'Enter the last name.' },
  {
    field: 'email',
    label: 'Email',
    type: 'email',
    odd: 'Is this the whole email address?',
    missing: 'Enter the email address.',
  },
  {
    field: 'phone',
    label: 'Phone',
    type: 'tel',
    odd: 'Is this the whole phone number?',
    missing: 'Enter the phone number.',
  },
  {
    field: 'idNumber',
    label: 'ID number',
    placeholder: 'YYYYMMDD-XXXX',
    hint: 'Year, month and day, a dash, then four characters.',
    odd: 'Is this right? Usually: year, month and day, a dash, then four characters.',
    missing: 'Enter the ID number: year, month and day, a dash, then four characters.',
  },
]

const isMissing = (customer: Customer, field: keyof Customer) => customer[field].trim() === ''

/** Step 3: the customer's details. */
export function CustomerStep() {
  const sale = useSale()
  const command = useCommands()
  const [isRefused, setRefused] = useState(false)

  /** If a field is missing, marks every such field and focuses the first one. */
  async function confirm(form: HTMLFormElement) {
    if (await command({ type: 'confirm-customer' })) return
    setRefused(true)
    const missing = ENTRIES.find(({ field }) => isMissing(sale.customer, field))
    const field = missing && form.querySelector<HTMLElement>(`[name=${missing.field}]`)
    // By the next frame the toast takes up its space, so the field scrolls clear of it.
    if (field) requestAnimationFrame(() => field.focus())
  }

  return (
    <div onMouseDownCapture={keepFocus} className="contents">
      <StepLayout
        summary={
          <div className="hidden lg:block">
            <OrderSummary sale={sale} />
          </div>
        }
        actions={
          <>
            <Button look="secondary" onClick={() => void command({ type: 'back' })}>
              Back
            </Button>
            <Button type="submit" form={FORM}>
              Continue
            </Button>
          </>
        }
      >
        <SaleHeading step={3} sale={sale} />
        <p className="text-muted">Read the details back to the customer.</p>
        <form
          id={FORM}
          noValidate
          className="grid gap-4 sm:grid-cols-2"
          onSubmit={(event) => {
            event.preventDefault()
            void confirm(event.currentTarget)
          }}
        >
          {ENTRIES.map((entry) => (
            <CustomerField key={entry.field} entry={entry} isRefused={isRefused} />
          ))}
        </form>
        <LeaveSale />
      </StepLayout>
    </div>
  )
}

/**
 * Keeps the focus in a field while a button is pressed. Otherwise, the question that a field shows once it has lost the
 * focus would push the button away from under the finger, and the press would be lost.
 */
function keepFocus(event: MouseEvent): void {
  if ((event.target as Element).closest('button')) event.preventDefault()
}

/** `isRefused`: the agent has tried to go on, so a blank field now says what to enter. */
function CustomerField({ entry, isRefused }: { entry: Entry; isRefused: boolean }) {
  const { field, hint, odd, missing, ...input } = entry
  const [isTyping, setTyping] = useState(false)
  const { customer, lead } = useSale()
  const command = useCommands()
  const isBlank = isMissing(customer, field)
  const isFromLead = !isBlank && lead !== null && contactDetails(lead)[field] === customer[field]
  return (
    <TextField
      {...input}
      name={field}
      hint={!isTyping && odd && looksOdd(field, customer[field]) ? <OddHint>{odd}</OddHint> : hint}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      note={isFromLead ? 'From the lead' : undefined}
      error={isRefused && isBlank ? missing : undefined}
      required
      // The browser would offer the agent's own details for the customer's contract.
      autoComplete="off"
      enterKeyHint="next"
      autoCapitalize={field === 'firstName' || field === 'lastName' ? 'words' : 'off'}
      value={customer[field]}
      onChange={(event) => void command({ type: 'enter-customer', field, value: event.target.value })}
    />
  )
}

const OddHint = ({ children }: { children: string }) => (
  <span className="font-semibold text-ink">{children}</span>
)
