import { useState } from 'react'
import { discountWithinVoucher } from '#domain/catalog/pricing.ts'
import { formatPounds, type Pounds, parsePounds } from '#domain/kernel/money.ts'
import type { Service } from '#domain/sale/sale.ts'
import { TextField } from '../../../../ui/field.tsx'

/** Pence as two digits, and only where there are any, as everywhere else. */
const written = (amount: Pounds) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

type DiscountFieldProps = { service: Service; onDiscount: (discount: Pounds) => void }

/** What of the voucher the customer is given; what is typed counts at once, and is corrected when it is left. */
export function DiscountField({ service, onDiscount }: DiscountFieldProps) {
  const [typed, setTyped] = useState<string>()
  const countsFor = (text: string) => discountWithinVoucher(parsePounds(text), service.voucherAmount)
  const isKept = typed !== undefined && countsFor(typed) === service.customerDiscount
  const kept = service.customerDiscount === 0 ? '' : written(service.customerDiscount)
  return (
    <TextField
      label="Discount"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      value={isKept ? typed : kept}
      hint={`Paid by the voucher: up to ${formatPounds(service.voucherAmount)}`}
      onChange={(event) => {
        setTyped(event.target.value)
        onDiscount(parsePounds(event.target.value))
      }}
      onBlur={() => {
        if (isKept) setTyped(written(countsFor(typed)))
      }}
    />
  )
}
