import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Makes a token recognisable, in a header as well as in a leak. */
const TOKEN_MARK = 'doorstep_'
const TOKEN_BYTES = 32
/** As RFC 8628 recommends for codes that people type: no vowels, so no words, and no letters that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LETTERS = 12

/** Returns the SHA-256 of a secret. The database stores it and finds the secret's row by it. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns a new secret of 256 bits, for a cookie. */
export const newSecret = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Returns a new token for another program. */
export const newToken = (): string => TOKEN_MARK + newSecret()

export const isToken = (text: string): boolean => text.startsWith(TOKEN_MARK)

/** Returns a new code of an invitation, of 52 bits, in groups of four. */
export function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(
    '',
  )
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Returns the hash of a code as a person types it: in any case, with or without hyphens and blanks. */
export const hashOfCode = (code: string): Buffer => hashOf(code.toUpperCase().replace(/[^A-Z]/g, ''))
