/** The most UTF-16 units of any text but the signature (docs/product 7.10). */
export const MAX_TEXT_LENGTH = 10_000

/**
 * Returns a text as the server accepts it: without NUL characters and halves of surrogate pairs, which no database
 * stores, and cut to the longest text allowed.
 */
export const storableText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Surrogate}/gu, '')
