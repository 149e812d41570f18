import type { ColumnType } from '../postgrest/catalogue.ts'

/**
 * A value that JavaScript orders as PostgreSQL orders the column. Texts are compared by code unit, as by `collate "C"`.
 */
export type Comparable = string | number | bigint | boolean

const FRACTION_DIGITS = 20

/** Converts a number exactly: `1294.10` equals `1294.1`, and `0.1` does not equal `0.10000000000000000001`. */
function toScaled(value: unknown): bigint {
  const [whole = '', fraction = ''] = String(value).split('.')
  return BigInt(whole.replace('+', '') + fraction.padEnd(FRACTION_DIGITS, '0'))
}

const toText = (value: unknown) => String(value)
/** Reads a moment without an offset as UTC, as the database's sessions do. */
const toInstant = (value: unknown) => {
  const text = String(value)
  return Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$|^[\d-]+$/i.test(text) ? text : `${text}Z`)
}

/** Converts a value of a record, or a checked value of a filter, to one that can be compared. */
export const COMPARABLES: Record<ColumnType, (value: unknown) => Comparable> = {
  text: toText,
  uuid: (value) => toText(value).toLowerCase(),
  integer: toScaled,
  bigint: toScaled,
  money: toScaled,
  decimal: toScaled,
  boolean: Boolean,
  date: toText,
  moment: toInstant,
}
