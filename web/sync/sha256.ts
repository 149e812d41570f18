/** The SHA-256 of a text in UTF-8, as hex. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const { subtle } = globalThis.crypto
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('./sha256-by-hand.ts')).sha256ByHand(bytes)
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
