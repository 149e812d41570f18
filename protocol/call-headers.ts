/** Identifies one opening of the app. EventSource cannot set headers, so the stream uses the query parameter. */
export const DEVICE_HEADER = 'x-device'
export const DEVICE_PARAMETER = 'device'

/** The id of a call in the logs, shared by everything that the call causes: a UUID or 32 hexadecimal digits. */
export const REQUEST_ID_HEADER = 'x-request-id'

/**
 * The number of the sale's previous write that the server accepted. If the server lacks that write, it was restored
 * from an older backup. It then answers as if it did not have the sale.
 */
export const FOLLOWS_HEADER = 'x-follows'

/** The identity of the phone that makes a sale: a UUID. Sent when the sale is created. */
export const PHONE_HEADER = 'x-phone'

/**
 * `1` when a sale is created or moved to another lead, if the phone has the signature and sends it next. Such a sale is
 * accepted at any door (docs/product 16.2).
 */
export const SIGNED_HEADER = 'x-signed'

/** How many sales wait on a phone, and for how many seconds the oldest has waited. Absent if no sale waits. */
export const OUTBOX_HEADER = 'x-outbox'

export type OutboxReport = { sales: number; oldestSeconds: number }

export const outboxToHeader = ({ sales, oldestSeconds }: OutboxReport) => `${sales};${oldestSeconds}`

/** Returns the report in the header; undefined if it is malformed. */
export function outboxFromHeader(header: unknown): OutboxReport | undefined {
  const [, sales, oldestSeconds] = /^(\d{1,5});(\d{1,9})$/.exec(String(header)) ?? []
  return sales && oldestSeconds ? { sales: Number(sales), oldestSeconds: Number(oldestSeconds) } : undefined
}

/** The operator's key, which `npx doorstep` sends to the Doorstep on the same machine. */
export const OPERATOR_HEADER = 'x-operator-key'
