export type Plate = {
  /** The house number as on the door, such as `12` or `14A`. */
  number: string
  /** The address without the number. */
  rest: string
}

/** At most five characters, because a longer number does not fit on a plate. */
const STARTS_WITH_NUMBER = /^(?<number>\d{1,4}[a-z]?)[\s,]+(?<rest>\S.*)$/i

/**
 * Splits an address into the number on its plate and the rest. Returns undefined if it does not start with a number.
 */
export function plateOf(address: string): Plate | undefined {
  const { number, rest } = STARTS_WITH_NUMBER.exec(address.trim())?.groups ?? {}
  return number !== undefined && rest !== undefined ? { number: number.toUpperCase(), rest } : undefined
}
