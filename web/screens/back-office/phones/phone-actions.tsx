import type { PhoneListed } from '#protocol/phones.ts'
import { Button } from '../../../ui/button.tsx'

/** An order that the office can give to an enrolled phone. */
export type PhoneOrder = 'suspend' | 'resume' | 'wipe'

type PhoneActionsProps = {
  phone: PhoneListed
  describedBy: string
  onOrder: (order: PhoneOrder) => void
}

/** The buttons of an enrolled phone. A wiped phone has no buttons. */
export const PhoneActions = ({ phone, describedBy, onOrder }: PhoneActionsProps) =>
  ordersFor(phone).map(({ order, name }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: `Resume` takes the place of `Suspend`, and keeps its focus
    <Button key={place} look="quiet" aria-describedby={describedBy} onClick={() => onOrder(order)}>
      {name}
    </Button>
  ))

function ordersFor({ state }: PhoneListed): { order: PhoneOrder; name: string }[] {
  switch (state) {
    case 'active':
      return [
        { order: 'suspend', name: 'Suspend' },
        { order: 'wipe', name: 'Wipe' },
      ]
    case 'suspended':
      return [
        { order: 'resume', name: 'Resume' },
        { order: 'wipe', name: 'Wipe' },
      ]
    case 'wiping':
      return [{ order: 'resume', name: 'Stop the wipe' }]
    default:
      return []
  }
}
