const HEX = 16

/** Returns a random UUID, also on a page without TLS, where `crypto.randomUUID` is missing. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte) => byte.toString(HEX).padStart(2, '0')).join('')
  const variant = (8 + (Number.parseInt(digits.charAt(16), HEX) % 4)).toString(HEX)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`]
  return [...parts, variant + digits.slice(17, 20), digits.slice(20)].join('-')
}
