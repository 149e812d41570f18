import { useState } from 'react'
import type { DeliveryListed } from '#protocol/back-office.ts'
import { correctCustomer, customerPath, retryDeliveries, type SaleCustomer } from '../api/back-office.ts'
import { TextField } from '../ui/field.tsx'
import { ErrorState } from '../ui/states.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { useRead } from './use-read.ts'

const FIELDS: readonly { field: keyof SaleCustomer; label: string; type: 'text' | 'email' | 'tel' }[] = [
  { field: 'customer_name', label: 'Name', type: 'text' },
  { field: 'customer_email', label: 'Email', type: 'email' },
  { field: 'customer_phone', label: 'Phone', type: 'tel' },
]
const AT_FIRST = 'at first'

type CorrectCustomerProps = { delivery: DeliveryListed; onChange: () => void }

/** Corrects whom the CRM refused, as long as the sale is not signed: signed terms are sealed. */
export function CorrectCustomer({
  delivery: { id, session_id, sale_status },
  onChange,
}: CorrectCustomerProps) {
  const {
    value: [stored] = [],
    problem,
    again,
  } = useRead<readonly SaleCustomer[]>(customerPath(session_id), AT_FIRST)
  const [entered, setEntered] = useState<Partial<SaleCustomer>>({})

  if (sale_status === 'closed-won')
    return (
      <p className="text-muted">
        The customer has signed, so the details are sealed. Correct them in the CRM, then retry.
      </p>
    )
  if (problem) return <ErrorState message={`Error loading the customer: ${problem}`} onRetry={again} />
  if (!stored) return null
  const customer = { ...stored, ...entered }

  async function send() {
    const isChanged = Object.keys(entered).length > 0
    const corrected = isChanged ? await correctCustomer(session_id, entered) : undefined
    return corrected?.ok === false ? corrected : retryDeliveries({ ids: [id] })
  }

  return (
    <CorrectionForm name="Correct the customer" onSend={send} onChange={onChange}>
      {FIELDS.map(({ field, ...input }) => (
        <TextField
          key={field}
          {...input}
          autoComplete="off"
          value={customer[field] ?? ''}
          onChange={(event) => setEntered({ ...entered, [field]: event.target.value })}
        />
      ))}
    </CorrectionForm>
  )
}
