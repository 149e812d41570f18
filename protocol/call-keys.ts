import type { SaleCall } from './sale-calls.ts'

/** Returns the value of the header that makes a repeated write harmless (docs/product 7.7). */
export const idempotencyKeyOf = (call: Pick<SaleCall, 'sessionId' | 'sequence'>) =>
  `${call.sessionId}:${call.sequence}`

/**
 * Returns the id by which to find a call in the logs, the same each time it is sent: its key in 32 hexadecimal digits.
 * The first 24 identify its sale.
 */
export function requestIdOf({ sessionId, sequence }: Pick<SaleCall, 'sessionId' | 'sequence'>): string {
  const [, at, random = ''] = sessionId.split('_')
  return `${hex(Number(at), 12)}${hex(Number.parseInt(random, 36), 12)}${hex(sequence, 8)}`
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
