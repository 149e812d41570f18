import { plateOf } from '#domain/lead/plate.ts'
import { customerName, type Sale, type Step } from '#domain/sale/sale.ts'
import { Address } from '../../ui/address.tsx'
import { Plate } from '../../ui/plate.tsx'
import { StepHeading } from './wizard-frame.tsx'

/** The heading of a later step, with the door and the customer of the sale. */
export function SaleHeading({ step, sale }: { step: Step; sale: Sale }) {
  const { lead, customer } = sale
  const address = doorOf(sale)
  const name = customerName(customer) || lead?.contact_name
  return (
    <div className="flex items-center gap-3">
      <span className="tiny:hidden">
        <Plate number={plateOf(address)?.number} look="chosen" />
      </span>
      <div className="min-w-0">
        <StepHeading step={step} />
        <p className="text-sm leading-5 text-muted wrap-anywhere">
          {/* Isolated: right-to-left letters at the end of one would mix with those of the other. */}
          <bdi>
            <Address>{address}</Address>
          </bdi>
          {address && name && ' · '}
          <bdi>{name}</bdi>
        </p>
      </div>
    </div>
  )
}

/** Returns the lead's street and number, or the address that was checked instead. */
function doorOf({ lead, customerLocation }: Sale): string {
  const address = customerLocation?.address ?? ''
  const street = lead?.street_address ?? ''
  return address.startsWith(street) ? street || address : address
}
