import { formatWhole } from './thousands.ts'

/** An amount in pounds, as a JSON number as on the wire. Sums are made in whole pence, so that 0.1 + 0.2 is 0.3. */
export type Pounds = number

const toPence = (amount: Pounds) => Math.round(amount * 100)

/** Returns the exact sum; pass a negative amount to subtract. */
export function sumPounds(...amounts: Pounds[]): Pounds {
  return amounts.reduce((pence, amount) => pence + toPence(amount), 0) / 100
}

/** Commas and blanks may only separate thousands: `12,5` is not 125. */
const AMOUNT = /^[+-]?(\d{1,3}([,\s]\d{3})+|\d+)?(\.\d*)?$/

/** Returns the number in a text such as `£1,500.50` or `"1500"`, or 0 if the text has none (docs/product 1.4). */
export function parsePounds(text: string): Pounds {
  const written = text.replace(/^\s*([+-]?)\s*£?\s*/, '$1').trimEnd()
  const amount = AMOUNT.test(written) ? Number(written.replace(/[,\s]/g, '')) : 0
  return toPence(amount) / 100 || 0
}

/** Returns an amount as `£1,294`, with pence only if there are any: `£10.50`. */
export function formatPounds(amount: Pounds): string {
  const pence = Math.abs(toPence(amount))
  const rest = pence % 100
  const digits = formatWhole((pence - rest) / 100) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`)
  return `${amount < 0 && pence > 0 ? '-' : ''}£${digits}`
}
