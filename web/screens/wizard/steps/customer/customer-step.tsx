import type { Customer } from '#domain/sale/sale.ts'
import { useSale } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { OrderSummary } from '../../order-summary.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { StepHeading } from '../../wizard-frame.tsx'

const FORM = 'customer-form'

type Entry = {
  field: keyof Customer
  label: string
  type?: 'email' | 'tel'
  autoComplete: string
  placeholder?: string
}

const ENTRIES: readonly Entry[] = [
  { field: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { field: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { field: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { field: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { field: 'idNumber', label: 'ID number', autoComplete: 'off', placeholder: 'YYYYMMDD-XXXX' },
]

/** Step 3: the customer's details. */
export function CustomerStep() {
  const sale = useSale()
  const command = useCommands()

  /** If a field is missing, focuses the first one. */
  async function confirm(form: HTMLFormElement) {
    if (await command({ type: 'confirm-customer' })) return
    const missing = ENTRIES.find(({ field }) => sale.customer[field].trim() === '')
    if (missing) form.querySelector<HTMLElement>(`[name=${missing.field}]`)?.focus()
  }

  return (
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
      <StepHeading step={3} />
      <form
        id={FORM}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm(event.currentTarget)
        }}
      >
        {ENTRIES.map(({ field, ...input }) => (
          <TextField
            key={field}
            {...input}
            name={field}
            required
            autoCapitalize={field === 'firstName' || field === 'lastName' ? 'words' : 'off'}
            value={sale.customer[field]}
            onChange={(event) => void command({ type: 'enter-customer', field, value: event.target.value })}
          />
        ))}
      </form>
    </StepLayout>
  )
}
