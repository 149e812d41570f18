import type { Hindrance } from '../../../../hindrance.ts'
import type { SaleReceipt } from '../../../../storage/stored.ts'
import { formatLondonTime } from '../../../../ui/london-time.ts'

/** Returns what happens next to an order that is saved on this phone and not refused (docs/product 2.8). */
export const unsentText = (hindrance: Hindrance | undefined) => UNSENT[hindrance ?? 'none']

const UNSENT: Record<Hindrance | 'none', string> = {
  none: 'We’re sending it. You can carry on meanwhile.',
  offline: 'We’ll send it as soon as you’re back online.',
  paused: 'We’re handing it in. It will then wait for your office, as this phone is paused.',
  'not-enrolled': 'We’ll send it as soon as this phone is enrolled. You can carry on meanwhile.',
  'bad-key': 'We’ll send it as soon as the server accepts this phone’s key. Ask the office.',
}

/** Returns when the order was received, and if a paused phone handed it in, that it is held (docs/product 26.6). */
export const receivedText = ({ at, corrected }: SaleReceipt, isHeld: boolean) =>
  `Received ${formatLondonTime(at)}, ${corrected ? 'later edited by the office' : 'receipt checked'}${isHeld ? '. It’s waiting for your office, as this phone is paused.' : ''}`
