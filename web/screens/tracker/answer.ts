import type { SaleDeliveries } from '#protocol/back-office.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'

/** The server's answer for a sale, and when the phone asked, by its own clock. */
export type Answer = { deliveries: SaleDeliveries; askedAt: string }

/**
 * Returns the deliveries of an answer. Undefined if the server has accepted more of the sale from this phone since,
 * because the answer does not cover that.
 */
export const currentDeliveries = (answer: Answer | undefined, phone: PhoneSale | undefined) =>
  answer && phone && phone.acceptedAt > answer.askedAt ? undefined : answer?.deliveries
