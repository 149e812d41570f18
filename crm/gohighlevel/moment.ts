import { z } from 'zod'

const EARLIEST = new Date('1970-01-01')
const LATEST = new Date('2200-01-01')

/** A time as UTC in ISO 8601; null if it is not a date, or not between 1970 and 2200. */
export const moment = z
  .union([z.string(), z.number()])
  .transform((value) => new Date(value))
  .pipe(z.date().min(EARLIEST).max(LATEST))
  .transform((date) => date.toISOString())
  .nullish()
  .catch(null)
