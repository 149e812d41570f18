/** The max length in UTF-16 units of any text except the signature (docs/product 7.10). */
export const MAX_TEXT_LENGTH = 10_000
/**
 * The max length of one typed field. It is lower because a name has two fields, and a sentence of the agreement quotes
 * several.
 */
const MAX_TYPED_LENGTH = 1_000

/**
 * Returns a typed text as the server accepts it: without NUL characters and halves of surrogate pairs, which no
 * database stores, and cut so that every text made from it stays within the max length.
 */
export const storableText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, MAX_TYPED_LENGTH)
    .replace(/\p{Surrogate}/gu, '')
