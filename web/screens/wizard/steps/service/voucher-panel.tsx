import type { ReactNode } from 'react'
import { voucherSpent } from '#domain/catalog/price-shown.ts'
import { coverInstallation } from '#domain/catalog/pricing.ts'
import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { formatPounds, type Pounds } from '#domain/kernel/money.ts'
import type { Eligibility, Service } from '#domain/sale/sale.ts'
import { Button } from '../../../../ui/button.tsx'
import { DiscountField } from './discount-field.tsx'

type VoucherPanelProps = {
  eligibility: Eligibility
  service: Service | null
  discount: Pounds
  /** A verdict on this door that the sale does not use. */
  verdict: Verdict | undefined
  note?: ReactNode
  onDiscount: (discount: Pounds) => void
}

/** The value of the voucher, from the start of the step, and how much of it comes off the price. */
export function VoucherPanel({
  eligibility,
  service,
  discount,
  verdict,
  note,
  onDiscount,
}: VoucherPanelProps) {
  return (
    <section aria-label="Voucher" className="card px-3.5 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="text-lg font-semibold text-voucher">
          {formatPounds(eligibility.voucherAmount)} voucher
        </strong>
        <span className="text-sm text-muted">{eligibility.scheme}</span>
      </p>
      {note}
      {verdict && <UnusedVerdict verdict={verdict} inUse={eligibility.voucherAmount} />}
      <div className="mt-1 flex min-h-17 flex-wrap items-end gap-2">
        <div className="min-w-24 flex-1">
          <DiscountField
            voucherAmount={eligibility.voucherAmount}
            discount={discount}
            onDiscount={onDiscount}
          />
        </div>
        {service && (
          <Button
            look="secondary"
            className="min-h-desktop!"
            disabled={!service.installationPrice}
            onClick={() => onDiscount(coverInstallation(service))}
          >
            Cover installation
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 text-sm empty:hidden">
        {service && voucherSpent(service)}
      </p>
    </section>
  )
}

/** Shows a verdict that the sale does not use. If it found the same voucher, there is nothing to add. */
function UnusedVerdict({ verdict, inUse }: { verdict: Verdict; inUse: Pounds }) {
  if (verdict.eligible && verdict.voucherAmount === inUse) return null
  return verdict.eligible ? (
    <p className="text-sm">
      Your check found {formatPounds(verdict.voucherAmount)}. To use it, go back and press Continue in Check
      Eligibility.
    </p>
  ) : (
    <p className="text-sm font-semibold text-danger">
      {verdict.words ?? 'Your check said not eligible'}: {verdict.reason}.
    </p>
  )
}
