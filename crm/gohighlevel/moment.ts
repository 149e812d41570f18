import { z } from 'zod'

const EARLIEST = new Date('1970-01-01')
const LATEST = new Date('2200-01-01')

/** A schema that turns a time into UTC, ISO 8601. It returns null for anything but a date from 1970 to 2200. */
export const moment = z
  .union([z.string(), z.number()])
  .transform((value) => new Date(value))
  .pipe(z.date().min(EARLIEST).max(LATEST))
  .transform((date) => date.toISOString())
  .nullish()
  .catch(null)
