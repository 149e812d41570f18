import { useState } from 'react'
import { isObject } from '#domain/kernel/parse-json.ts'
import type { DeliveryListed, DeliveryOpened } from '#protocol/back-office.ts'
import type { SalesProgress } from '#protocol/functions.ts'
import type { Answered } from '../../http/ask.ts'
import { correctReport, deliveryPath } from '../../http/back-office.ts'
import { ErrorState } from '../../ui/states.tsx'
import { type CorrectionField, CorrectionForm } from './correction-form.tsx'
import { useRead } from './use-read.ts'

type Correctable = Pick<SalesProgress, 'name' | 'email' | 'phone' | 'address' | 'product' | 'voucher_used'>

const FIELDS: readonly CorrectionField<keyof Correctable>[] = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'email', label: 'Email', type: 'email' },
  { field: 'phone', label: 'Phone', type: 'tel' },
  { field: 'address', label: 'Address', type: 'text' },
  { field: 'product', label: 'Product', type: 'text' },
  { field: 'voucher_used', label: 'Voucher used', type: 'number' },
]
const AT_FIRST = 'at first'

type CorrectReportProps = { delivery: DeliveryListed; onChange: () => void }

/** Corrects a report that the automation service refused. Values without a field here stay as they were. */
export function CorrectReport({ delivery: { id }, onChange }: CorrectReportProps) {
  const { value: opened, problem, again } = useRead(deliveryPath(id), isObject<DeliveryOpened>, AT_FIRST)
  const [entered, setEntered] = useState<Partial<Record<keyof Correctable, string>>>({})
  if (problem) return <ErrorState message={`Error loading the report: ${problem}`} onRetry={again} />
  if (!opened) return null
  if (opened.payload === null)
    return <p className="text-muted">The contents of this report are no longer stored.</p>
  const report = opened.payload as SalesProgress
  const voucher = amountOf(entered.voucher_used ?? report.voucher_used)

  async function send(): Promise<Answered<unknown>> {
    const sent = await correctReport(id, { ...report, ...entered, voucher_used: voucher })
    return sent.ok ? sent : { ok: false, failure: { message: plainly(sent.failure.message) } }
  }

  return (
    <CorrectionForm
      name="Correct the report"
      fields={FIELDS}
      values={{ ...report, ...entered }}
      onEnter={(field, text) => setEntered({ ...entered, [field]: text })}
      faultOf={(field) =>
        field === 'voucher_used' && voucher === undefined
          ? 'Voucher used must be an amount in pounds, 0 or more'
          : undefined
      }
      onSend={send}
      onChange={onChange}
    />
  )
}

/**
 * Returns an amount of 0 pounds or more, otherwise undefined. If a number field does not hold a number, its text is
 * empty.
 */
function amountOf(given: string | number): number | undefined {
  const amount = String(given).trim() === '' ? Number.NaN : Number(given)
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined
}

/** Returns the server's refusal with field names replaced by their labels. */
function plainly(message: string): string {
  const named = FIELDS.filter(({ field }) => message.includes(`payload.${field}:`))
  return named.length === 0
    ? message
    : `The server rejected these fields: ${named.map(({ label }) => label).join(', ')}`
}
