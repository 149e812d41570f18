const LETTERS = 26

/** Returns the name of a phone for the other phones: `Phone A` for number 1, `Phone Z` for 26, `Phone AA` for 27. */
export function phoneName(number: number): string {
  const letters = (rest: number): string =>
    rest === 0
      ? ''
      : letters(Math.floor((rest - 1) / LETTERS)) + String.fromCharCode(65 + ((rest - 1) % LETTERS))
  return `Phone ${letters(number)}`
}

/** What a phone's names are made of: its number, and the office's own name if it gave one. */
export type NamedPhone = { number: number; label: string | null }

/** Returns the office's own name for a phone, or else the one made from its number. */
export const officeNameOf = ({ number, label }: NamedPhone): string => label ?? phoneName(number)
