/** A British postcode without blanks, such as `CA93AB`. */
const POSTCODE = /[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}/g

const squeezed = (text: string) => text.replace(/\s/g, '').toUpperCase()

/**
 * Returns whether the entered text is the postcode of an address (`street, area, postcode`). Ignores blanks and case.
 * If the address has no postcode, its last part counts as one.
 */
export function isPostcodeOf(address: string, entered: string): boolean {
  const parts = address.split(',').map(squeezed).filter(Boolean)
  const last = parts.at(-1) ?? ''
  const postcode = parts.flatMap((part) => part.match(POSTCODE) ?? []).at(-1) ?? last
  return postcode !== '' && squeezed(entered) === postcode
}
