import { stringify } from 'csv-stringify/sync'
import { type Answer, failWith } from '../http/problem.ts'

/** How an answer holds its rows. */
export type Form = {
  kind: 'list' | 'object' | 'csv'
  /** Whether fields that are null are left out. */
  stripsNulls: boolean
  contentType: string
}

const JSON_LIST = 'application/json'
const OBJECT = 'application/vnd.pgrst.object'
const ARRAY = 'application/vnd.pgrst.array'
const KINDS = new Map<string, Form['kind']>([
  [JSON_LIST, 'list'],
  ['*/*', 'list'],
  ['application/*', 'list'],
  [ARRAY, 'list'],
  [`${ARRAY}+json`, 'list'],
  [OBJECT, 'object'],
  [`${OBJECT}+json`, 'object'],
  ['text/csv', 'csv'],
])

/** Reads from the header `Accept` the form that the client likes best among those that it can get. */
export function parseAccept(header = '*/*'): Answer<Form> {
  const only = formOf(header, [])
  if (only) return { ok: true, value: only }
  const form = rangesOf(header)
    .map(({ type, parameters }) => formOf(type, parameters))
    .find((one) => one !== undefined)
  return form ? { ok: true, value: form } : failWith('PGRST107')
}

/** Whether the header `Accept` has one of these types. */
export const acceptsOneOf = (types: readonly string[], header = '*/*'): boolean =>
  rangesOf(header).some(({ type }) => types.includes(type))

/** The types in the header, the one that the client likes best first. */
const rangesOf = (header: string) =>
  header
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.stars - b.stars)

function readRange(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [, quality = '1'] = parameters.map((one) => /^q=(.*)$/.exec(one)).find((one) => one !== null) ?? []
  return { type, parameters, quality: Number(quality), stars: type.split('*').length }
}

function formOf(type: string, parameters: string[]): Form | undefined {
  const kind = KINDS.get(type)
  if (!kind) return undefined
  const stripsNulls = type.startsWith('application/vnd.pgrst.') && parameters.includes('nulls=stripped')
  const own = kind === 'object' ? `${OBJECT}+json` : stripsNulls ? `${ARRAY}+json` : JSON_LIST
  const name = kind === 'csv' ? 'text/csv' : own
  return { kind, stripsNulls, contentType: `${name}${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8` }
}

/** Between two rows of a JSON list, as `json_agg` has it. */
export const ROW_SEPARATOR = ', \n '

/** A process holds an answer several times in memory, and one above 512 MiB, the limit of a string, would end it. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024
/** Rewriting rows takes the process from its other work. */
const MAX_REWRITTEN_BYTES = 8 * 1024 * 1024

const isRewritten = ({ kind, stripsNulls }: Form) => kind === 'csv' || stripsNulls

/** Whether the form is the JSON list itself. */
export const isPlainList = (form: Form) => form.kind === 'list' && !form.stripsNulls

/** Returns how long a JSON list of rows may be for an answer of this form. */
export const maxBytesOf = (form: Form) => (isRewritten(form) ? MAX_REWRITTEN_BYTES : MAX_JSON_BYTES)

/** Brings a JSON list of rows into a form. */
export function inForm(form: Form, list: string, columns: Iterable<string>): string {
  if (!isRewritten(form)) return form.kind === 'object' ? list.slice(1, -1) : list
  if (form.kind === 'csv') return toCsv(JSON.parse(list), [...columns])
  const rows: unknown[] = JSON.parse(list, (_name, value) => value ?? undefined)
  return JSON.stringify(form.kind === 'object' ? (rows[0] ?? null) : rows)
}

/** As PostgREST has it: a header, `t` and `f`, and only an empty text is quoted, but not a null. */
const toCsv = (rows: Record<string, unknown>[], columns: string[]) =>
  stringify([columns, ...rows.map((row) => columns.map((name) => row[name]))], {
    eof: false,
    cast: {
      boolean: (value) => (value ? 't' : 'f'),
      string: (value) => ({ value, quoted_empty: true }),
    },
  })
