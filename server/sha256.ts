import { createHash } from 'node:crypto'

/** Returns the SHA-256 of bytes, or of a text in UTF-8. */
export const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

export const sha256Hex = (bytes: Uint8Array | string): string => sha256(bytes).toString('hex')
