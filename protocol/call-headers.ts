/** Which opening of the app calls, as a parameter where a browser sets no headers. Of no other meaning. */
export const DEVICE_HEADER = 'x-device'
export const DEVICE_PARAMETER = 'device'

/** By which a call is found in the logs, also in what it sets off later: a UUID or 32 hexadecimal digits. */
export const REQUEST_ID_HEADER = 'x-request-id'

/**
 * The number of the sale's last write that the server took before this one. A server that does not know it was put back
 * to a time before it, and answers as if it had no such sale.
 */
export const FOLLOWS_HEADER = 'x-follows'

/** What waits on a phone: how many sales, and since how many seconds the oldest. Absent where nothing waits. */
export const OUTBOX_HEADER = 'x-outbox'

export type OutboxReport = { sales: number; oldestSeconds: number }

export const outboxToHeader = ({ sales, oldestSeconds }: OutboxReport) => `${sales};${oldestSeconds}`

/** Nothing for what is no report. */
export function outboxFromHeader(header: unknown): OutboxReport | undefined {
  const [, sales, oldestSeconds] = /^(\d{1,5});(\d{1,9})$/.exec(String(header)) ?? []
  return sales && oldestSeconds ? { sales: Number(sales), oldestSeconds: Number(oldestSeconds) } : undefined
}
