import { type Answer, allOf, failWith } from '../http/problem.ts'
import { takeGroupOf, takeTestOf } from './parse-filter.ts'
import { takeList, takeName } from './parse-names.ts'
import { takeOrder } from './parse-order.ts'
import { takeSelect } from './parse-select.ts'
import type { Filter, Query } from './query.ts'
import { parseWhole, type Scanner } from './scanner.ts'

const LISTS = ['select', 'order', 'columns', 'on_conflict'] as const
const COUNTS = ['limit', 'offset'] as const
/** Refused for an embedded lead, because a sale has only one. */
const PAGES = ['order', ...COUNTS] as const
type Parameter = (typeof LISTS)[number] | (typeof COUNTS)[number]
type Given = Partial<Record<Parameter, string>>
type NamedFilter = { embed: string | undefined; filter: Filter }

/** The database cannot store half of a surrogate pair either, but an address never contains one. */
const NUL = '\0'

/**
 * Parses the query string of a call, without its question mark. As in PostgREST, if a parameter is repeated, the first
 * list counts, but the last `limit` and `offset`.
 */
export function parseQuery(search: string): Answer<Query> {
  const given: Given = {}
  const filters: Answer<NamedFilter>[] = []
  for (const [name, text] of new URLSearchParams(search)) {
    if (name.includes(NUL) || text.includes(NUL)) return failWith('22P05')
    if (isOneOf(LISTS, name)) given[name] ??= text
    else if (isOneOf(COUNTS, name)) given[name] = text
    else filters.push(parseFilter(name, text))
  }
  const named = allOf(filters)
  return named.ok ? queryOf(given, named.value) : named
}

function queryOf(given: Given, named: NamedFilter[]): Answer<Query> {
  const select = parseOr([], given.select, takeSelect)
  if (!select.ok) return select
  const order = parseOr([], given.order, takeOrder)
  if (!order.ok) return order
  const names = allOf([given.columns || undefined, given.on_conflict || undefined].map(parseNames))
  if (!names.ok) return names
  const counts = allOf([parseCount(given.limit), parseCount(given.offset)])
  if (!counts.ok) return counts
  const [limit, offset] = counts.value
  const [columns, onConflict] = names.value
  const filters = named.flatMap(({ embed, filter }) => (embed === undefined ? [filter] : []))
  const embeddedFilters = named.flatMap(({ embed, filter }) =>
    embed === undefined ? [] : [{ embed, filter }],
  )
  return {
    ok: true,
    value: {
      select: select.value,
      order: order.value,
      limit,
      offset,
      filters,
      embeddedFilters,
      columns,
      onConflict,
    },
  }
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.includes(name as Name)

/** Parses `column=test` or `or=(…)`, either of which may be for an embedded table: `leads.column=test`. */
function parseFilter(name: string, text: string): Answer<NamedFilter> {
  const path = parseWhole(name, takePath)
  if (!path) return unreadable(name)
  const last = path.pop() ?? ''
  const isGroup = last === 'and' || last === 'or'
  const negated = isGroup && path.at(-1) === 'not' && path.pop() !== undefined
  const [embed, ...deeper] = path
  if (deeper.length > 0) return failWith('PGRST108', `Not embedded: ${deeper[0]?.slice(0, 63)}`)
  if (embed !== undefined && isOneOf(PAGES, last)) return unreadable(name)
  const filter = parseWhole(text, isGroup ? takeGroupOf(last, negated) : takeTestOf(last))
  return filter ? { ok: true, value: { embed, filter } } : unreadable(isGroup ? text : `${name}=${text}`)
}

function takePath(scan: Scanner): string[] | undefined {
  const path: string[] = []
  do path.push(takeName(scan) ?? '')
  while (scan.skip('.'))
  return path.includes('') ? undefined : path
}

function parseOr<Found>(
  otherwise: Found,
  text: string | undefined,
  parse: (scan: Scanner) => Found | undefined,
): Answer<Found> {
  if (text === undefined) return { ok: true, value: otherwise }
  const value = parseWhole(text, parse)
  return value === undefined ? unreadable(text) : { ok: true, value }
}

const parseNames = (text: string | undefined) =>
  parseOr<string[] | undefined>(undefined, text, (scan) => takeList(scan, takeName))

/** Parses a limit or an offset. Returns undefined for an empty text, which means neither. */
function parseCount(text = ''): Answer<number | undefined> {
  const digits = text.trim()
  if (digits === '') return { ok: true, value: undefined }
  if (/^\d{1,15}$/.test(digits)) return { ok: true, value: Number(digits) }
  return /^-\d+$/.test(digits)
    ? failWith('PGRST103', 'limit and offset cannot be negative.')
    : failWith('PGRST100', 'limit and offset must be whole numbers.')
}

const unreadable = (text: string) =>
  failWith(
    'PGRST100',
    text.includes('->') ? 'JSON paths are not supported.' : `Cannot read: ${text.slice(0, 100)}`,
  )
