/** The two halves of a British postcode, however it is written. */
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\b/gi

/** Returns the last postcode in a text, in the form `LL79 1AB`; undefined if it has none. */
export const postcodeIn = (text: string): string | undefined => splitAtPostcode(text)?.postcode

/** Returns the last postcode in a text and what precedes it; undefined if it has none. */
export function splitAtPostcode(text: string): { before: string; postcode: string } | undefined {
  const found = [...text.matchAll(POSTCODE)].at(-1)
  if (!found) return undefined
  const [, outward, inward] = found
  return { before: text.slice(0, found.index), postcode: `${outward} ${inward}`.toUpperCase() }
}

/** Returns the sector of a postcode like `LL79 1AB`: `LL79 1`. A few thousand premises share one. */
export const sectorOf = (postcode: string): string => postcode.slice(0, -2)
