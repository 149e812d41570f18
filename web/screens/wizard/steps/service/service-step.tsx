import { useState } from 'react'
import { PACKAGES, type PackageId } from '#domain/catalog/packages.ts'
import { discountWithinVoucher } from '#domain/catalog/pricing.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import { useSale } from '../../../../app-context.ts'
import { checkKey, keptChecks } from '../../../../eligibility/kept-checks.ts'
import { Button } from '../../../../ui/button.tsx'
import { useStore } from '../../../../use-store.ts'
import { LeaveSale } from '../../leave-sale.tsx'
import { OrderSummary } from '../../order-summary.tsx'
import { SaleHeading } from '../../sale-heading.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { VoucherNote } from '../../voucher-note.tsx'
import { PackageCard } from './package-card.tsx'
import { VoucherPanel } from './voucher-panel.tsx'

/** Step 2: choose a package. */
export function ServiceStep() {
  const sale = useSale()
  const command = useCommands()
  const verdict = useStore(keptChecks())[checkKey(sale)]?.verdict
  // A sale can only hold a discount with a package, so a discount that is entered first waits here.
  const [entered, setEntered] = useState<Pounds>(0)
  const voucherAmount = sale.eligibility?.voucherAmount ?? 0
  const discount = sale.service?.customerDiscount ?? discountWithinVoucher(entered, voucherAmount)
  const setDiscount = (wanted: Pounds) => {
    if (sale.service) void command({ type: 'set-discount', discount: wanted })
    else setEntered(wanted)
  }
  const choosePackage = (packageId: PackageId) => {
    void command({ type: 'choose-package', packageId })
    if (!sale.service && discount > 0) void command({ type: 'set-discount', discount })
  }
  return (
    <StepLayout
      summary={<OrderSummary sale={sale} />}
      actions={
        <>
          <Button look="secondary" onClick={() => void command({ type: 'back' })}>
            Back
          </Button>
          <Button onClick={() => void command({ type: 'continue-to-contract' })}>Continue to Contract</Button>
        </>
      }
    >
      <SaleHeading step={2} sale={sale} />
      {sale.eligibility && voucherAmount > 0 && (
        <VoucherPanel
          eligibility={sale.eligibility}
          service={sale.service}
          discount={discount}
          verdict={verdict}
          note={<VoucherNote verdict={sale.voucherVerdict} />}
          onDiscount={setDiscount}
        />
      )}
      <div
        role="radiogroup"
        aria-label="Packages"
        className="flex flex-col gap-2 xl:grid xl:grid-cols-3 xl:gap-y-0"
      >
        {PACKAGES.map((offer) => (
          <PackageCard
            key={offer.id}
            offer={offer}
            customerDiscount={discount}
            chosen={sale.service?.packageId === offer.id}
            onChoose={() => choosePackage(offer.id)}
          />
        ))}
      </div>
      <LeaveSale />
    </StepLayout>
  )
}
