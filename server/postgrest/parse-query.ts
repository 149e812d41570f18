import { type Answer, allOf, failWith } from '../http/problem.ts'
import { parseGroup, parseTest } from './parse-filter.ts'
import type { Filter, Ordering, Query, Selected } from './query.ts'
import { splitList, unquote } from './split-list.ts'

const LIST_PARAMETERS = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'] as const
type ListParameter = (typeof LIST_PARAMETERS)[number]

const SELECTED = /^(?:([A-Za-z_]\w{0,62}):)?([A-Za-z_]\w{0,62}|\*)$/
const ORDERED = /^([A-Za-z_]\w*)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/
const COUNT = /^\d{1,15}$/

const NOT_OFFERED: [sign: string, what: string][] = [
  ['::', 'Casts'],
  ['->', 'JSON paths'],
  ['(', 'Embedding and aggregates'],
]

/** Parses the query string of a call, without its question mark. */
export function parseQuery(search: string): Answer<Query> {
  const given = new Map<ListParameter, string>()
  const filters: Answer<Filter>[] = []
  for (const [name, text] of new URLSearchParams(search)) {
    if (/\0/.test(name + text)) return failWith('22P05')
    if (isListParameter(name)) given.set(name, text)
    else filters.push(parseParameter(name, text))
  }
  return queryOf(given, filters)
}

function queryOf(given: ReadonlyMap<ListParameter, string>, tests: Answer<Filter>[]): Answer<Query> {
  const filters = allOf(tests)
  if (!filters.ok) return filters
  const select = parseItems(given.get('select'), parseSelected)
  if (!select.ok) return select
  const order = parseItems(given.get('order'), parseOrdering)
  if (!order.ok) return order
  const counts = allOf([parseCount(given.get('limit')), parseCount(given.get('offset'))])
  if (!counts.ok) return counts
  const [limit, offset] = counts.value
  return {
    ok: true,
    value: {
      select: select.value,
      order: order.value,
      limit,
      offset,
      filters: filters.value,
      columns: namesIn(given.get('columns')),
      onConflict: namesIn(given.get('on_conflict')),
    },
  }
}

const isListParameter = (name: string): name is ListParameter =>
  LIST_PARAMETERS.includes(name as ListParameter)

function parseParameter(name: string, text: string): Answer<Filter> {
  const [, not, kind] = /^(not\.)?(and|or)$/.exec(name) ?? []
  return kind ? parseGroup(kind as 'and' | 'or', Boolean(not), text) : parseTest(name, text)
}

function parseItems<Item>(text: string | undefined, parse: (item: string) => Answer<Item>): Answer<Item[]> {
  const trimmed = text?.trim() ?? ''
  return allOf(trimmed === '' ? [] : (splitList(trimmed) ?? [trimmed]).map((item) => parse(item.trim())))
}

function parseSelected(item: string): Answer<Selected> {
  const [, alias, column] = SELECTED.exec(unquote(item)) ?? []
  if (!column || (column === '*' && alias)) return notOffered(item)
  return { ok: true, value: column === '*' ? '*' : { column, alias: alias ?? column } }
}

function parseOrdering(item: string): Answer<Ordering> {
  const [, column, direction, nulls] = ORDERED.exec(item) ?? []
  if (!column) return notOffered(item)
  const ordering = { column, descending: direction === 'desc', nulls: nulls as Ordering['nulls'] }
  return { ok: true, value: ordering }
}

function notOffered(item: string): Answer<never> {
  const [, what] = NOT_OFFERED.find(([sign]) => item.includes(sign)) ?? []
  return failWith('PGRST100', what ? `${what} are not offered.` : `Cannot read: ${item.slice(0, 100)}`)
}

function parseCount(text: string | undefined): Answer<number | undefined> {
  if (text === undefined) return { ok: true, value: undefined }
  return COUNT.test(text)
    ? { ok: true, value: Number(text) }
    : failWith('PGRST100', 'limit and offset count rows.')
}

function namesIn(text: string | undefined): string[] | undefined {
  return text ? (splitList(text) ?? [text]).map((name) => unquote(name.trim())) : undefined
}
