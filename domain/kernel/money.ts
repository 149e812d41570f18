import { formatWhole } from './thousands.ts'

/**
 * Money is pounds as a JSON number, as on the wire. Sums go through whole pence, so that 0.1 + 0.2 is 0.3.
 */
export type Pounds = number

const toPence = (amount: Pounds) => Math.round(amount * 100)

/** The exact sum; give a negative amount to subtract. */
export function sumPounds(...amounts: Pounds[]): Pounds {
  return amounts.reduce((pence, amount) => pence + toPence(amount), 0) / 100
}

/** Commas or blanks may separate thousands, and nothing else: `12,5` is not 125. */
const AMOUNT = /^[+-]?(\d{1,3}([,\s]\d{3})+|\d+)?(\.\d*)?$/

/** The number in a text such as `£1,500.50` or `"1500"`. Text that holds no number is 0 (docs/product 1.4). */
export function parsePounds(text: string): Pounds {
  const written = text.replace(/^\s*([+-]?)\s*£?\s*/, '$1').trimEnd()
  const amount = AMOUNT.test(written) ? Number(written.replace(/[,\s]/g, '')) : 0
  return toPence(amount) / 100 || 0
}

/** `£1,294`, and pence only where there are any: `£10.50`. */
export function formatPounds(amount: Pounds): string {
  const pence = Math.abs(toPence(amount))
  const rest = pence % 100
  const digits = formatWhole((pence - rest) / 100) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`)
  return `${amount < 0 && pence > 0 ? '-' : ''}£${digits}`
}
