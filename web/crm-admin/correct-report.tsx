import { useState } from 'react'
import type { DeliveryOpened } from '#protocol/back-office.ts'
import type { SalesProgress } from '#protocol/functions.ts'
import { correctReport, deliveryPath } from '../api/back-office.ts'
import { TextField } from '../ui/field.tsx'
import { ErrorState } from '../ui/states.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { useRead } from './use-read.ts'

type Correctable = Pick<
  SalesProgress,
  'name' | 'email' | 'phone' | 'address' | 'product' | 'rep' | 'voucher_used'
>

const FIELDS: readonly {
  field: keyof Correctable
  label: string
  type: 'text' | 'email' | 'tel' | 'number'
}[] = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'email', label: 'Email', type: 'email' },
  { field: 'phone', label: 'Phone', type: 'tel' },
  { field: 'address', label: 'Address', type: 'text' },
  { field: 'product', label: 'Product', type: 'text' },
  { field: 'voucher_used', label: 'Voucher used', type: 'number' },
  { field: 'rep', label: 'Rep', type: 'text' },
]
const AT_FIRST = 'at first'

/** Corrects a report that the automation service refused; what is no field here goes as it was. */
export function CorrectReport({ id, onChange }: { id: number; onChange: () => void }) {
  const { value: opened, problem, again } = useRead<DeliveryOpened>(deliveryPath(id), AT_FIRST)
  const [entered, setEntered] = useState<Partial<Record<keyof Correctable, string>>>({})
  if (problem) return <ErrorState message={`Error loading the report: ${problem}`} onRetry={again} />
  if (!opened) return null
  if (opened.payload === null) return <p className="text-muted">What the report said is no longer kept.</p>
  const report = opened.payload as SalesProgress
  const { voucher_used: voucher = report.voucher_used } = entered
  return (
    <CorrectionForm
      name="Correct the report"
      onSend={() => correctReport(id, { ...report, ...entered, voucher_used: numberOf(voucher) })}
      onChange={onChange}
    >
      {FIELDS.map(({ field, ...input }) => (
        <TextField
          key={field}
          {...input}
          autoComplete="off"
          value={entered[field] ?? report[field]}
          onChange={(event) => setEntered({ ...entered, [field]: event.target.value })}
        />
      ))}
    </CorrectionForm>
  )
}

/** Null for what is no number, so that the server says so. */
const numberOf = (text: string | number) => (text === '' || Number.isNaN(Number(text)) ? null : Number(text))
