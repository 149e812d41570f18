const LETTERS = 12

/**
 * Returns a code of an invitation from the end of an address or from what a person typed, in groups of four; undefined if it
 * has not 12 letters. Case, blanks and hyphens do not matter.
 */
export function readCode(text: string): string | undefined {
  // In an address a blank is %20.
  const letters = text
    .replace(/%[0-9a-f]{2}/gi, '')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return letters.length === LETTERS ? letters.replace(/(.{4})(?=.)/g, '$1-') : undefined
}
