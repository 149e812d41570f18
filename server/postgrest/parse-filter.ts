import { type Answer, allOf, failWith } from '../http/problem.ts'
import { COMPARISONS, type Comparison, type Filter, IS_VALUES, type IsValue } from './query.ts'
import { splitList, unquote } from './split-list.ts'

const MAX_DEPTH = 10
const TEST = /^(not\.)?([a-z]+)\.(.*)$/s
const GROUP = /^(not\.)?(and|or)(\(.*\))\s*$/s
const COLUMN_AND_TEST = /^("(?:[^"\\]|\\.)*"|[^."(),\s]+)\.(.*)$/s
const PARENTHESISED = /^\s*\((.*)\)\s*$/s

const unreadable = (text: string) => failWith('PGRST100', `Cannot read: ${text.slice(0, 100)}`)

/** Parses what follows `column=`, such as `not.in.(a,"b,c")`. */
export function parseTest(column: string, text: string): Answer<Filter> {
  return testOf(column, text, (value) => value)
}

/** Parses the inside of `and=` or `or=`, such as `(status.eq.open,not.and(notes.is.null,area.like.A*))`. */
export function parseGroup(kind: 'and' | 'or', negated: boolean, text: string, depth = 1): Answer<Filter> {
  const items = splitList(PARENTHESISED.exec(text)?.[1] ?? '')
  if (!items || items.join('') === '' || depth > MAX_DEPTH) return unreadable(text)
  const filters = allOf(items.map((item) => parseMember(item.trimStart(), depth)))
  return filters.ok ? { ok: true, value: { kind, negated, filters: filters.value } } : filters
}

function parseMember(text: string, depth: number): Answer<Filter> {
  const [, not, kind, members] = GROUP.exec(text) ?? []
  if (kind && members) return parseGroup(kind as 'and' | 'or', Boolean(not), members, depth + 1)
  const [, column, test] = COLUMN_AND_TEST.exec(text) ?? []
  return column && test !== undefined ? testOf(unquote(column), test, unquote) : unreadable(text)
}

function testOf(column: string, text: string, readValue: (text: string) => string): Answer<Filter> {
  const [, not, operator, value] = TEST.exec(text) ?? []
  if (!operator || value === undefined) return unreadable(`${column}=${text}`)
  const test = { column, negated: Boolean(not) }
  if (isComparison(operator))
    return { ok: true, value: { ...test, kind: 'compare', comparison: operator, value: readValue(value) } }
  if (operator === 'in') return parseIn(test, value)
  const is = value.toLowerCase()
  if (operator === 'is' && isIsValue(is)) return { ok: true, value: { ...test, kind: 'is', value: is } }
  return unreadable(`${column}=${text}`)
}

function parseIn(test: { column: string; negated: boolean }, text: string): Answer<Filter> {
  const inside = PARENTHESISED.exec(text)?.[1]
  const items = inside === undefined ? undefined : splitList(inside)
  if (!items) return unreadable(text)
  return { ok: true, value: { ...test, kind: 'in', values: inside === '' ? [] : items.map(unquote) } }
}

const isComparison = (text: string): text is Comparison => COMPARISONS.includes(text as Comparison)
const isIsValue = (text: string): text is IsValue => IS_VALUES.includes(text as IsValue)
