import { useState } from 'react'
import { isList } from '#domain/kernel/parse-json.ts'
import type { CustomerEntered, CustomerField, DeliveryListed, SaleCustomer } from '#protocol/back-office.ts'
import { readCustomer } from '#protocol/read-customer.ts'
import { correctCustomer, customerPath, retryDeliveries } from '../../http/back-office.ts'
import { ErrorState } from '../../ui/states.tsx'
import { type CorrectionField, CorrectionForm } from './correction-form.tsx'
import { useRead } from './use-read.ts'

const FIELDS: readonly CorrectionField<CustomerField>[] = [
  { field: 'customer_name', label: 'Name', type: 'text' },
  { field: 'customer_email', label: 'Email', type: 'email' },
  { field: 'customer_phone', label: 'Phone', type: 'tel' },
]
const BLANK: Record<CustomerField, string> = {
  customer_name: 'Name cannot be blank',
  customer_email: 'Email cannot be blank',
  customer_phone: 'Phone cannot be blank',
}
const AT_FIRST = 'at first'

type CorrectCustomerProps = { delivery: DeliveryListed; onChange: () => void }

/** Corrects a customer whom the CRM refused. After the signature the details are sealed. */
export function CorrectCustomer({
  delivery: { id, session_id, sale_status },
  onChange,
}: CorrectCustomerProps) {
  const {
    value: [stored] = [],
    problem,
    again,
  } = useRead(customerPath(session_id), isList<SaleCustomer>, AT_FIRST)
  const [entered, setEntered] = useState<CustomerEntered>({})

  if (sale_status === 'closed-won')
    return (
      <p className="text-muted">
        The customer has signed, so the details are sealed. Correct them in the CRM, then retry.
      </p>
    )
  if (problem) return <ErrorState message={`Error loading the customer: ${problem}`} onRetry={again} />
  if (!stored) return null
  const { blanked } = readCustomer(stored, entered)

  return (
    <CorrectionForm
      name="Correct the customer"
      fields={FIELDS}
      values={{ ...stored, ...entered }}
      onEnter={(field, text) => setEntered({ ...entered, [field]: text })}
      faultOf={(field) => (blanked.includes(field) ? BLANK[field] : undefined)}
      // Sends all that was typed, even if it equals what was read first: a correction whose response was lost may have
      // changed that.
      onSend={() =>
        Object.keys(entered).length > 0 ? correctCustomer(id, entered) : retryDeliveries({ ids: [id] })
      }
      onChange={onChange}
    />
  )
}
