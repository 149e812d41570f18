import { createHash } from 'node:crypto'
import { receiptPayload } from '#protocol/receipt.ts'

/** Returns the SHA-256 of a stored sale's receipt payload, in hex (docs/product 7.9). */
export const receiptHash = (sale: Parameters<typeof receiptPayload>[0]): string =>
  createHash('sha256').update(receiptPayload(sale)).digest('hex')
