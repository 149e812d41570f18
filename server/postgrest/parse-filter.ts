import { takeList, takeName, unquote } from './parse-names.ts'
import { COMPARISONS, type Comparison, type Filter, type IsValue, QUANTIFIABLE } from './query.ts'
import type { Scanner } from './scanner.ts'

/*
 * test    = [ "not." ] ( operator [ "(any)" | "(all)" ] "." value | "in." list | "is." tri )
 * group   = "(" member { "," member } ")"
 * member  = [ "not." ] ( "and" | "or" ) group | name "." test
 * list    = "(" element { "," element } ")"
 * value   = the rest; in a group a quoted text, an array in braces, or what comes before "," or ")"
 * element = a quoted text, or what comes before "," or ")"
 */
const OPERATOR = /([a-z]+)(?=[.(])/y
const QUANTIFIER = /\((any|all)\)/y
const TRI = /(null|not_null|true|false|unknown)\s*/iy
const REST = /.*/sy
const QUOTED = /"((?:[^"\\]|\\.)*)"(?=[,)])/sy
const ARRAY_TEXT = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/sy
const PLAIN = /[^,)]*/y
const OPEN = /\s*\(\s*/y
const CLOSE = /\s*\)\s*/y
const GROUP = /((?:not\.)?(?:and|or))(?=\s*\()/y

const MAX_DEPTH = 10

type TakeValue = (scan: Scanner) => string

/** Takes the test after `column=`, such as `not.in.(a,"b,c")`. */
export const takeTestOf =
  (column: string) =>
  (scan: Scanner): Filter | undefined =>
    takeTest(scan, column, (rest) => rest.take(REST) ?? '')

/** Takes the group after `and=` or `or=`, such as `(status.eq.open,not.and(notes.is.null,area.like.A*))`. */
export const takeGroupOf =
  (kind: 'and' | 'or', negated: boolean, depth = 1) =>
  (scan: Scanner): Filter | undefined => {
    if (depth > MAX_DEPTH || scan.take(OPEN) === undefined) return undefined
    const filters = takeList(scan, (at) => takeMember(at, depth))
    return filters && scan.take(CLOSE) !== undefined ? { kind, negated, filters } : undefined
  }

function takeMember(scan: Scanner, depth: number): Filter | undefined {
  const group = scan.take(GROUP)
  if (group)
    return takeGroupOf(group.endsWith('and') ? 'and' : 'or', group.startsWith('not'), depth + 1)(scan)
  const column = takeName(scan)
  return column !== undefined && scan.skip('.') ? takeTest(scan, column, takeMemberValue) : undefined
}

function takeTest(scan: Scanner, column: string, takeValue: TakeValue): Filter | undefined {
  const test = { column, negated: scan.skip('not.') }
  const operator = scan.take(OPERATOR) ?? ''
  const quantifier = isQuantifiable(operator) ? (scan.take(QUANTIFIER) as 'any' | 'all') : undefined
  if (!scan.skip('.')) return undefined
  if (isComparison(operator))
    return { ...test, kind: 'compare', comparison: operator, quantifier, value: takeValue(scan) }
  if (operator === 'in') {
    const values = takeValues(scan)
    return values && { ...test, kind: 'in', values }
  }
  const value = operator === 'is' ? (scan.take(TRI)?.toLowerCase() as IsValue | undefined) : undefined
  return value && { ...test, kind: 'is', value }
}

/** Takes a list of values. As in PostgREST, a list of one empty text is an empty list. */
function takeValues(scan: Scanner): string[] | undefined {
  if (scan.take(OPEN) === undefined) return undefined
  const values = [takeElement(scan)]
  while (scan.skip(',')) values.push(takeElement(scan))
  if (scan.take(CLOSE) === undefined) return undefined
  return values.length === 1 && values[0] === '' ? [] : values
}

const takeElement: TakeValue = (scan) => takeQuoted(scan) ?? scan.take(PLAIN) ?? ''
const takeMemberValue: TakeValue = (scan) =>
  takeQuoted(scan) ?? scan.take(ARRAY_TEXT) ?? scan.take(PLAIN) ?? ''

function takeQuoted(scan: Scanner): string | undefined {
  const quoted = scan.take(QUOTED)
  return quoted === undefined ? undefined : unquote(quoted)
}

const isComparison = (text: string): text is Comparison => COMPARISONS.includes(text as Comparison)
const isQuantifiable = (text: string) => QUANTIFIABLE.includes(text as (typeof QUANTIFIABLE)[number])
