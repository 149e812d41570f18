import type { Attention } from '#protocol/office-summary.ts'

/** What waits for the office, in the singular and the plural. */
const NAMES: Record<Attention['name'], readonly [one: string, several: string]> = {
  'customer-notices': [
    'Cancellation or dispute from a customer',
    'Cancellations and disputes from customers',
  ],
  'documents-not-given': ['Customer without their documents', 'Customers without their documents'],
  complaints: ['Sale with an open complaint', 'Sales with an open complaint'],
  'signed-at-closed-doors': [
    'Sale signed at a door on the do-not-knock register',
    'Sales signed at doors on the do-not-knock register',
  ],
  held: ['Held sale waiting to be released', 'Held sales waiting to be released'],
  'parked-deliveries': ['Delivery that failed and needs a retry', 'Deliveries that failed and need a retry'],
  phones: ['Phone with sales that have not arrived', 'Phones with sales that have not arrived'],
}

/** Returns what waits, worded to follow its count. */
export const attentionInWords = (name: Attention['name'], count: number): string =>
  NAMES[name][count === 1 ? 0 : 1]
