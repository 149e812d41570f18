import { stringify } from 'csv-stringify/sync'
import { type Answer, failWith } from '../http/problem.ts'

/** The form in which an answer holds its rows. */
export type Form = {
  kind: 'list' | 'object' | 'csv'
  /** True if the answer leaves out null fields. */
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

/** Reads the header `Accept`. Returns the form that the client prefers among those that we offer. */
export function parseAccept(header = '*/*'): Answer<Form> {
  const only = formOf(header, [])
  if (only) return { ok: true, value: only }
  const form = rangesOf(header)
    .map(({ type, parameters }) => formOf(type, parameters))
    .find((one) => one !== undefined)
  return form ? { ok: true, value: form } : failWith('PGRST107')
}

/** Returns true if the header `Accept` has one of these types. */
export const acceptsOneOf = (types: readonly string[], header = '*/*'): boolean =>
  rangesOf(header).some(({ type }) => types.includes(type))

/** Returns the types in the header in the client's order of preference. */
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

/** The separator of rows in a JSON list, the same as that of `json_agg`. */
export const ROW_SEPARATOR = ', \n '

/**
 * A process holds an answer in memory several times. One above 512 MiB, the limit of a string, would end the process.
 */
export const MAX_JSON_BYTES = 64 * 1024 * 1024
/** Smaller, because rewriting rows blocks the process. */
const MAX_REWRITTEN_BYTES = 8 * 1024 * 1024

const isRewritten = ({ kind, stripsNulls }: Form) => kind === 'csv' || stripsNulls

/** Returns true if the form is the JSON list itself. */
export const isPlainList = (form: Form) => form.kind === 'list' && !form.stripsNulls

/** Returns the max bytes of a JSON list of rows for an answer in this form. */
export const maxBytesOf = (form: Form) => (isRewritten(form) ? MAX_REWRITTEN_BYTES : MAX_JSON_BYTES)

/** Converts a JSON list of rows to a form. */
export function inForm(form: Form, list: string, columns: Iterable<string>): string {
  if (!isRewritten(form)) return form.kind === 'object' ? list.slice(1, -1) : list
  if (form.kind === 'csv') return toCsv(JSON.parse(list), [...columns])
  const rows: unknown[] = JSON.parse(list, (_name, value) => value ?? undefined)
  return JSON.stringify(form.kind === 'object' ? (rows[0] ?? null) : rows)
}

/** Writes CSV as PostgREST does: with a header, `t` and `f`, and quotes for an empty text, but not for a null. */
const toCsv = (rows: Record<string, unknown>[], columns: string[]) =>
  stringify([columns, ...rows.map((row) => columns.map((name) => row[name]))], {
    eof: false,
    cast: {
      boolean: (value) => (value ? 't' : 'f'),
      string: (value) => ({ value, quoted_empty: true }),
    },
  })
