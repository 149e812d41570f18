import { z } from 'zod'
import { MAX_TEXT_LENGTH } from '#domain/kernel/storable-text.ts'
import { type Answer, allOf, failWith } from '../http/problem.ts'
import type { Column, ColumnType, Table } from './catalogue.ts'

const MAX_POUNDS = 1e8
const isWholePence = (amount: number) => Math.round(amount * 100) / 100 === amount

/** Matches a text that is entirely a number. */
export const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i
const number = z.union([z.number(), z.string().regex(NUMBER).transform(Number)])

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)/
const TIME = /(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?: ?(Z|[+-]\d\d):?(\d\d)?)?)?$/i
const MOMENT_PARTS = new RegExp(DATE.source + TIME.source, 'i')

/** A moment in the forms that clients write. Without an offset it is UTC. */
export const MOMENT = z
  .string()
  .trim()
  .regex(MOMENT_PARTS)
  .transform((text) => {
    const [, year, month, day, time = '00:00', seconds = ':00', zone = 'Z', minutes = '00'] =
      MOMENT_PARTS.exec(text) ?? []
    const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone}:${minutes}`
    return `${year}-${month}-${day}T${time}${seconds}${offset}`
  })
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text).toISOString())

/**
 * The values that a body may hold for each type of column, as themselves or, as automation services send them, as text.
 */
const BODY_VALUES: Record<ColumnType, z.ZodType> = {
  text: z.string(),
  // In lower case, as the database returns it, so that the same id always looks the same.
  uuid: z.guid().toLowerCase(),
  integer: z.int32(),
  bigint: z.int(),
  money: number.refine((pounds) => Math.abs(pounds) < MAX_POUNDS && isWholePence(pounds)),
  decimal: z.string().regex(/^\d{1,8}(\.\d{1,2})?$/),
  boolean: z.union([z.boolean(), z.stringbool({ truthy: ['true', 't'], falsy: ['false', 'f'] })]),
  date: z.iso.date(),
  moment: MOMENT,
}

/** The column with the image of a signature, which only the size of the body limits. */
const LARGE_COLUMN = 'contract_signature'

/** Returns true if a value can be stored. UTF-8 cannot hold half of a surrogate pair, and we must not replace it. */
const isStorable = (value: unknown) =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed())

const wrongType = ({ name, type }: Column) => failWith('22P02', `The column ${name} takes ${type}.`)

export type Values = Record<string, unknown>

/** Returns the values of an update: the row itself, or the only one of a list. An empty list changes nothing. */
export function readUpdate(table: Table, body: unknown, only?: readonly string[]): Answer<Values> {
  const columns = findAllWritable(table, only)
  if (!columns.ok) return columns
  if (!Array.isArray(body)) return readRow(table, body, only)
  if (body.length > 1) return failWith('PGRST102', 'An update takes one row.')
  return readRow(table, body.length === 0 ? {} : body[0], only)
}

/**
 * Checks one row of a body against the table. Each column must exist, be writable with the public key and have the
 * right type. If `only` is given, ignores other fields of the row, as PostgREST does with `columns`.
 */
export function readRow(table: Table, row: unknown, only?: readonly string[]): Answer<Values> {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return failWith('PGRST102')
  const values: Values = {}
  for (const [name, given] of Object.entries(row)) {
    if (only && !only.includes(name)) continue
    const value = readValue(table, name, given)
    if (!value.ok) return value
    values[name] = value.value
  }
  return { ok: true, value: values }
}

function readValue(table: Table, name: string, given: unknown): Answer<unknown> {
  const column = findWritable(table, name)
  if (!column.ok) return column
  if (given === null)
    return column.value.required ? failWith('23502', `The column ${name} cannot be null.`) : accepted(null)
  if (!isStorable(given)) return failWith('22P05', `The column ${name} holds one.`)
  if (typeof given === 'string' && given.length > MAX_TEXT_LENGTH && name !== LARGE_COLUMN)
    return failWith('22001', `The column ${name} holds at most ${MAX_TEXT_LENGTH} characters.`)
  const parsed = BODY_VALUES[column.value.type].safeParse(given)
  return parsed.success ? accepted(parsed.data) : wrongType(column.value)
}

const accepted = (value: unknown): Answer<unknown> => ({ ok: true, value })

/** Returns the readable column of that name. */
export const findColumn = (table: Table, name: string): Answer<Column> => lookUp(table, name, '42703')

/** Returns the columns of these names. Fails if the public key may not write one of them. */
export const findAllWritable = (table: Table, names: readonly string[] = []): Answer<Column[]> =>
  allOf(names.map((name) => findWritable(table, name)))

function findWritable(table: Table, name: string): Answer<Column> {
  const column = lookUp(table, name, 'PGRST204')
  return column.ok && !column.value.writable ? failWith('42501', `The column ${name} is read-only.`) : column
}

/** Finds a column. As in PostgREST, the code for an unknown column differs between the query and the body. */
function lookUp(table: Table, name: string, missing: '42703' | 'PGRST204'): Answer<Column> {
  const column = table.columns.get(name)
  return column
    ? { ok: true, value: column }
    : failWith(missing, `${table.name} has no column ${name.slice(0, 63)}.`)
}
