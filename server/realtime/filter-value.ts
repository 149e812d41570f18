import { z } from 'zod'
import { type Answer, failWith } from '../http/problem.ts'
import type { Column, ColumnType } from '../postgrest/catalogue.ts'
import { MOMENT, NUMBER } from '../postgrest/values.ts'

const MAX_DECIMAL = 1e20
const FRACTION_DIGITS = 20

const INTEGER = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,18}$/)
/** The plain form stays exact. Any other form, such as `1e1` or `.5`, is rounded to a JavaScript number. */
const DECIMAL = z.union([
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,20}(\.\d{1,20})?$/),
  z
    .string()
    .regex(NUMBER)
    .transform(Number)
    .refine((value) => Math.abs(value) < MAX_DECIMAL)
    .transform((value) => value.toFixed(FRACTION_DIGITS)),
])

/** The values with which a filter may compare each type of column, in the forms that the tables also accept. */
const FILTER_VALUES: Record<ColumnType, z.ZodType<string | boolean>> = {
  text: z.string(),
  uuid: z.guid(),
  integer: INTEGER,
  bigint: INTEGER,
  money: DECIMAL,
  decimal: DECIMAL,
  boolean: z.stringbool({ truthy: ['true', 't'], falsy: ['false', 'f'] }),
  date: z.iso.date(),
  moment: MOMENT,
}

/** Returns the value of a filter, or fails if it does not match the type of its column. */
export function readFilterValue({ name, type }: Column, text: string): Answer<string | boolean> {
  const parsed = FILTER_VALUES[type].safeParse(text)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : failWith('22P02', `The column ${name} takes ${type}.`)
}
