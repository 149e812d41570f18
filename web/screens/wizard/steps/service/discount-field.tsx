import { useState } from 'react'
import { discountWithinVoucher } from '#domain/catalog/pricing.ts'
import { type Pounds, parsePounds } from '#domain/kernel/money.ts'
import { TextField } from '../../../../ui/field.tsx'

/** Returns the amount, with two digits of pence if there are any. */
const written = (amount: Pounds) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

type DiscountFieldProps = {
  voucherAmount: Pounds
  discount: Pounds
  onDiscount: (discount: Pounds) => void
}

/**
 * The discount from the voucher. Typing takes effect at once; the field shows the corrected amount when it loses the
 * focus.
 */
export function DiscountField({ voucherAmount, discount, onDiscount }: DiscountFieldProps) {
  const [typed, setTyped] = useState<string>()
  const countsFor = (text: string) => discountWithinVoucher(parsePounds(text), voucherAmount)
  const isKept = typed !== undefined && countsFor(typed) === discount
  const kept = discount === 0 ? '' : written(discount)
  return (
    <div className="relative">
      <span aria-hidden className="pointer-events-none absolute bottom-0 left-3 z-1 leading-11 text-muted">
        £
      </span>
      <TextField
        label="Discount"
        className="field pl-7"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={isKept ? typed : kept}
        onChange={(event) => {
          setTyped(event.target.value)
          onDiscount(parsePounds(event.target.value))
        }}
        onBlur={() => {
          if (isKept) setTyped(written(countsFor(typed)))
        }}
      />
    </div>
  )
}
