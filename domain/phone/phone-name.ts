const LETTERS = 26

/** Returns the name of a phone for the other phones: `Phone A` for number 1, `Phone Z` for 26, `Phone AA` for 27. */
export function phoneName(number: number): string {
  const letters = (rest: number): string =>
    rest === 0
      ? ''
      : letters(Math.floor((rest - 1) / LETTERS)) + String.fromCharCode(65 + ((rest - 1) % LETTERS))
  return `Phone ${letters(number)}`
}

/** A phone as it is named: by its number, and perhaps by the office. */
export type NamedPhone = { number: number; label: string | null }

/** Returns what the office calls a phone: its own name for it, else that of the number. */
export const officeNameOf = ({ number, label }: NamedPhone): string => label ?? phoneName(number)
