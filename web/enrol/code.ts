const LETTERS = 12

/**
 * Returns the code of an invitation, in groups of four, from the end of an address or from typed text; undefined if it
 * does not have 12 letters. Case, blanks and hyphens do not matter.
 */
export function readCode(text: string): string | undefined {
  // In an address a blank is %20.
  const letters = text
    .replace(/%[0-9a-f]{2}/gi, '')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return letters.length === LETTERS ? letters.replace(/(.{4})(?=.)/g, '$1-') : undefined
}
