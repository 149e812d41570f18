/**
 * Returns the SHA-256 of a text in UTF-8, as hex. Undefined on a page without TLS outside localhost, where browsers
 * offer no WebCrypto. Such a page still sends sales, but their receipts stay unverified.
 */
export const sha256 = (text: string): Promise<string | undefined> =>
  sha256OfBytes(new TextEncoder().encode(text))

/** Returns the SHA-256 of bytes, as above. */
export async function sha256OfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
