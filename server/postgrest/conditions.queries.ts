import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_TEXT_LENGTH } from '#domain/kernel/storable-text.ts'
import { type Answer, allOf, failWith } from '../http/problem.ts'
import type { Column, ColumnType, Table } from './catalogue.ts'
import { isPatternComparison, readPattern } from './pattern-limits.ts'
import { withoutQuantifiers } from './quantifiers.ts'
import type { Compare, Comparison, Filter, IsValue } from './query.ts'
import { splitPattern } from './split-pattern.ts'
import { findColumn } from './values.ts'

type Test = Exclude<Filter, { filters: Filter[] }>

/** A condition in SQL. Every value is a parameter, and every name is from the catalogue. */
export type Condition = RawBuilder<SqlBool>

const SQL_TYPES: Record<ColumnType, RawBuilder<unknown>> = {
  text: sql`text`,
  uuid: sql`uuid`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  money: sql`numeric`,
  decimal: sql`numeric`,
  boolean: sql`boolean`,
  date: sql`date`,
  moment: sql`timestamptz`,
}

const OPERATORS: Record<Comparison, RawBuilder<unknown>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  match: sql`~`,
  imatch: sql`~*`,
  isdistinct: sql`is distinct from`,
}

const IS_TESTS: Record<IsValue, RawBuilder<unknown>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

/**
 * More than any client sends, and few enough to evaluate for every row of a large table. A list of `in` counts as one.
 * Patterns cost more, so fewer are allowed.
 */
const MAX_TESTS = 100
const MAX_PATTERNS = 20
/** A split pattern costs as much as five. If there are more patterns than this, we split none. */
const MAX_SPLIT = MAX_PATTERNS / 5

/** Returns true if the filters contain a pattern, which makes the database compare at every place of every text. */
export const hasPattern = (filters: readonly Filter[]): boolean => filters.flatMap(testsIn).some(isPattern)

/** Conditions, by name, that a client can only test for existence: `leads=not.is.null`. */
export type Existing = ReadonlyMap<string, Condition>

/** Returns the condition that all filters hold, which is `true` without filters. Fails if there are too many. */
export function conditionOf(
  table: Table,
  given: readonly Filter[],
  existing: Existing = new Map(),
): Answer<Condition> {
  const filters = allOf(given.map(withoutQuantifiers))
  if (!filters.ok) return filters
  const tests = filters.value.flatMap(testsIn)
  const patterns = tests.filter(isPattern).length
  if (tests.length > MAX_TESTS || patterns > MAX_PATTERNS)
    return failWith('too-many-conditions', `At most ${MAX_TESTS}, of them ${MAX_PATTERNS} with patterns.`)
  const toSql: TestToSql = (test) => testToSql(table, test, existing, patterns <= MAX_SPLIT)
  const conditions = allOf(filters.value.map((filter) => filterToSql(filter, toSql)))
  if (!conditions.ok) return conditions
  return answer(join('and', conditions.value))
}

const answer = (value: Condition): Answer<Condition> => ({ ok: true, value })

/** Joins conditions. Of no conditions, `and` is true and `or` is false. */
function join(kind: 'and' | 'or', conditions: Condition[]): Condition {
  if (conditions.length === 0) return kind === 'and' ? sql<SqlBool>`true` : sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(conditions, kind === 'and' ? sql` and ` : sql` or `)})`
}

const testsIn = (filter: Filter): Test[] => ('filters' in filter ? filter.filters.flatMap(testsIn) : [filter])

const isPattern = (test: Test) => test.kind === 'compare' && isPatternComparison(test.comparison)

type TestToSql = (test: Test) => Answer<Condition>

function filterToSql(filter: Filter, toSql: TestToSql): Answer<Condition> {
  const condition = 'filters' in filter ? groupToSql(filter, toSql) : toSql(filter)
  return condition.ok && filter.negated ? answer(sql<SqlBool>`not (${condition.value})`) : condition
}

function groupToSql(group: Extract<Filter, { filters: Filter[] }>, toSql: TestToSql): Answer<Condition> {
  const conditions = allOf(group.filters.map((filter) => filterToSql(filter, toSql)))
  return conditions.ok ? answer(join(group.kind, conditions.value)) : conditions
}

function testToSql(table: Table, test: Test, existing: Existing, isSplit: boolean): Answer<Condition> {
  const found = existing.get(test.column)
  if (found && test.kind === 'is' && test.value === 'not_null') return answer(found)
  if (found && test.kind === 'is' && test.value === 'null') return answer(sql<SqlBool>`not ${found}`)
  const column = findColumn(table, test.column)
  if (!column.ok) return column
  if (test.kind === 'is') return isToSql(column.value, test.value)
  if (test.kind === 'in') return answer(inToSql(column.value, test.values))
  return comparisonToSql(column.value, test, isSplit)
}

function isToSql({ name, type }: Column, value: IsValue): Answer<Condition> {
  if (type !== 'boolean' && value !== 'null' && value !== 'not_null')
    return failWith('42804', `The column ${name} is not boolean.`)
  return answer(sql<SqlBool>`${sql.ref(name)} ${IS_TESTS[value]}`)
}

function inToSql(column: Column, texts: string[]): Condition {
  if (texts.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`${sql.ref(column.name)} in (${sql.join(texts.map((text) => parameter(column.type, text)))})`
}

function comparisonToSql(column: Column, test: Compare, isSplit: boolean): Answer<Condition> {
  const { comparison } = test
  if (!isPattern(test)) return answer(compareTo(column, comparison, test.value))
  if (column.type !== 'text') return failWith('42883', `The column ${column.name} is not text.`)
  const pattern = readPattern(comparison, test.value)
  if (!pattern.ok) return pattern
  const canSplit = isSplit && column.searched && (comparison === 'like' || comparison === 'ilike')
  const parts = canSplit ? splitPattern(pattern.value) : undefined
  return answer(
    parts
      ? partsToSql(column, comparison, pattern.value, parts)
      : matchPattern(column, comparison, pattern.value),
  )
}

/**
 * Searches for the parts of a pattern, and checks the whole one only on their rows. The trigram index takes two to five
 * times as long for a whole address as for its words, because for each row that has the rarest three letters it looks
 * up all the others. Comparing the whole pattern as a number keeps it away from the index and makes the planner expect
 * few rows, which is right for an address.
 */
function partsToSql(column: Column, comparison: Comparison, pattern: string, parts: string[]): Condition {
  const whole = sql<SqlBool>`(${compareTo(column, comparison, pattern)})::int = 1`
  return join('and', [...parts.map((part) => compareTo(column, comparison, part)), whole])
}

/**
 * Searches only the beginning of a text, because a signature, or a row older than the limit on texts, may be far longer
 * than patterns are meant for. Compares an indexed column unchanged, because its index would otherwise not be used.
 */
function matchPattern(column: Column, comparison: Comparison, pattern: string): Condition {
  if (column.searched) return compareTo(column, comparison, pattern)
  const start = sql`left(${sql.ref(column.name)}, ${sql.lit(MAX_TEXT_LENGTH)})`
  return sql<SqlBool>`${start} ${OPERATORS[comparison]} ${parameter(column.type, pattern)}`
}

const compareTo = ({ name, type }: Column, comparison: Comparison, text: string): Condition =>
  sql<SqlBool>`${sql.ref(name)} ${OPERATORS[comparison]} ${parameter(type, text)}`

/** Returns a parameter. The database reads its text as the type of the column, as it does for PostgREST. */
const parameter = (type: ColumnType, text: string) => sql`cast(${text} as ${SQL_TYPES[type]})`
