import { z } from 'zod'
import { type Answer, failWith } from '../http/problem.ts'
import type { Column, ColumnType } from '../postgrest/catalogue.ts'

const INTEGER = z.string().regex(/^[+-]?\d{1,18}$/)
const DECIMAL = z.string().regex(/^[+-]?\d{1,20}(\.\d{1,20})?$/)

/** What a filter may compare each type of column with. Without the database, only the plain forms can be read. */
const FILTER_VALUES: Record<ColumnType, z.ZodType<string | boolean>> = {
  text: z.string(),
  uuid: z.guid(),
  integer: INTEGER,
  bigint: INTEGER,
  money: DECIMAL,
  decimal: DECIMAL,
  boolean: z.stringbool({ truthy: ['true', 't'], falsy: ['false', 'f'] }),
  date: z.iso.date(),
  moment: z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]),
}

/** Returns the value of a filter if it matches the type of its column. */
export function readFilterValue({ name, type }: Column, text: string): Answer<string | boolean> {
  const parsed = FILTER_VALUES[type].safeParse(text)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : failWith('22P02', `The column ${name} takes ${type}.`)
}
