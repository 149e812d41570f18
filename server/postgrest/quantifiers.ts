import { type Answer, allOf, failWith } from '../http/problem.ts'
import { takeArray } from './parse-array.ts'
import type { Compare, Filter } from './query.ts'
import { parseWhole } from './scanner.ts'

/**
 * Replaces a comparison with any or all of several values by one comparison for each value, or by a list. Fails if the
 * array cannot be read.
 */
export function withoutQuantifiers(filter: Filter): Answer<Filter> {
  if ('filters' in filter) {
    const filters = allOf(filter.filters.map(withoutQuantifiers))
    return filters.ok ? { ok: true, value: { ...filter, filters: filters.value } } : filters
  }
  return filter.kind === 'compare' && filter.quantifier
    ? expand(filter, filter.quantifier)
    : { ok: true, value: filter }
}

function expand(test: Compare, quantifier: 'any' | 'all'): Answer<Filter> {
  const values = parseWhole(test.value, takeArray)
  if (!values) return failWith('22P02', `${test.column} is compared with an array such as {a,"b c"}.`)
  const { column, negated } = test
  if (test.comparison === 'eq' && quantifier === 'any')
    return { ok: true, value: { kind: 'in', column, negated, values } }
  const kind = quantifier === 'any' ? 'or' : 'and'
  const filters = values.map((value) => ({ ...test, negated: false, quantifier: undefined, value }))
  return { ok: true, value: { kind, negated, filters } }
}
