import { useState } from 'react'
import { storableText } from '#domain/kernel/storable-text.ts'
import { REFUSALS } from '#domain/sale/apply-command.ts'
import { type Customer, isCustomerComplete, type Sale } from '#domain/sale/sale.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { NO_SPACE, useSaleActions } from '../use-sale-actions.ts'

const ENTRIES: readonly { field: keyof Customer; label: string; isSigned?: true }[] = [
  { field: 'firstName', label: 'First name', isSigned: true },
  { field: 'lastName', label: 'Last name', isSigned: true },
  { field: 'email', label: 'Email' },
  { field: 'phone', label: 'Phone' },
  { field: 'idNumber', label: 'ID number' },
]

const SIGNED_NAME = 'The agreement was signed in this name, so it can’t be changed.'
const OPEN_ELSEWHERE =
  'Not saved: This sale is open in another tab. Take over or close that tab, then try again'
const SENT = 'Not saved: The sale has already been sent. Call the office to correct it'

type EditCustomerProps = { sale: Pick<Sale, 'sessionId' | 'customer' | 'contract'>; onClose: () => void }

/**
 * Corrects the customer of a sale that the server refused, then sends the sale again (docs/product 2.10). It shows in
 * place of the tracker's list.
 */
export function EditCustomer({ sale, onClose }: EditCustomerProps) {
  const saleActions = useSaleActions()
  const [customer, setCustomer] = useState(sale.customer)
  const [saving, setSaving] = useState(false)

  async function send() {
    if (!isCustomerComplete(customer)) {
      toast(REFUSALS.customerIncomplete.failure.sentence, 'bad')
      return
    }
    setSaving(true)
    try {
      const corrected = await saleActions.correct(sale.sessionId, customer)
      if (!corrected.ok) toast(corrected.failure === 'sent' ? SENT : OPEN_ELSEWHERE, 'bad')
      if (corrected.ok || corrected.failure === 'sent') {
        onClose()
        return
      }
    } catch {
      toast(NO_SPACE, 'bad')
    }
    setSaving(false)
  }

  return (
    <CustomerForm
      customer={customer}
      signed={sale.contract !== null}
      saving={saving}
      onEnter={(field, text) => setCustomer({ ...customer, [field]: text })}
      onSend={() => void send()}
    />
  )
}

type CustomerFormProps = {
  customer: Customer
  signed: boolean
  saving: boolean
  onEnter: (field: keyof Customer, text: string) => void
  onSend: () => void
}

function CustomerForm({ customer, signed, saving, onEnter, onSend }: CustomerFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-3 overflow-y-auto p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {ENTRIES.map(({ field, label, isSigned }) => (
        <TextField
          key={field}
          label={label}
          autoComplete="off"
          readOnly={signed && isSigned}
          hint={signed && field === 'lastName' && SIGNED_NAME}
          value={customer[field]}
          onChange={({ target }) => onEnter(field, storableText(target.value))}
        />
      ))}
      <Button type="submit" busy={saving}>
        Save and send again
      </Button>
    </form>
  )
}
