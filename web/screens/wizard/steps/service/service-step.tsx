import { PACKAGES } from '#domain/catalog/packages.ts'
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
      {sale.eligibility && sale.eligibility.voucherAmount > 0 && (
        <VoucherPanel
          eligibility={sale.eligibility}
          service={sale.service}
          verdict={verdict}
          note={<VoucherNote verdict={sale.voucherVerdict} />}
          onDiscount={(discount) => void command({ type: 'set-discount', discount })}
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
            customerDiscount={sale.service?.customerDiscount ?? 0}
            chosen={sale.service?.packageId === offer.id}
            onChoose={() => void command({ type: 'choose-package', packageId: offer.id })}
          />
        ))}
      </div>
      <LeaveSale />
    </StepLayout>
  )
}
