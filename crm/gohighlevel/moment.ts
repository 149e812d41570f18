import { z } from 'zod'

const EARLIEST = new Date('1970-01-01')
const LATEST = new Date('2200-01-01')

/** When something happened, as UTC in ISO 8601; nothing where that is no date, or not one of our time. */
export const moment = z
  .union([z.string(), z.number()])
  .transform((value) => new Date(value))
  .pipe(z.date().min(EARLIEST).max(LATEST))
  .transform((date) => date.toISOString())
  .nullish()
  .catch(null)
