import type { SaleDeliveries } from '#protocol/back-office.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'

/** What the server answered for a sale, and when it was asked, by the phone's clock. */
export type Answer = { deliveries: SaleDeliveries; askedAt: string }

/** The answer, unless the server has taken more of the sale from this phone since: what became of that is not in it. */
export const currentDeliveries = (answer: Answer | undefined, phone: PhoneSale | undefined) =>
  answer && phone && phone.acceptedAt > answer.askedAt ? undefined : answer?.deliveries
