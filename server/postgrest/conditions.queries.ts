import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_TEXT_LENGTH } from '#domain/kernel/storable-text.ts'
import { type Answer, allOf, failWith } from '../http/problem.ts'
import type { Column, ColumnType, Table } from './catalogue.ts'
import type { Comparison, Filter, IsValue } from './query.ts'
import { splitPattern } from './split-pattern.ts'
import { findColumn, readFilterValue } from './values.ts'

type Test = Exclude<Filter, { filters: Filter[] }>

/** A condition in SQL: every value is a parameter, and every name is from the catalogue. */
export type Condition = RawBuilder<SqlBool>

const SQL_TYPES: Record<ColumnType, RawBuilder<unknown>> = {
  text: sql`text`,
  uuid: sql`uuid`,
  integer: sql`bigint`,
  money: sql`numeric`,
  decimal: sql`numeric`,
  boolean: sql`boolean`,
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
}

const IS_TESTS: Record<IsValue, RawBuilder<unknown>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

/**
 * More than any client sends, and few enough to evaluate for every row of a large table. A list of `in` counts as
 * one; a pattern costs more.
 */
const MAX_TESTS = 100
const MAX_PATTERNS = 20
/** A split pattern costs the database five. If there are more than this, none is split. */
const MAX_SPLIT = MAX_PATTERNS / 5
/** The database compares a pattern with a text at each of its places, so their product must stay small. */
const MAX_PATTERN_LENGTH = 200
const MAX_WILDCARDS = 50

/**
 * Returns true if the filters contain a pattern, which costs the database a comparison at every place of every
 * text.
 */
export const hasPattern = (filters: readonly Filter[]): boolean => filters.flatMap(testsIn).some(isPattern)

/** Returns the condition that all the filters hold; `true` without filters. Fails if there are too many. */
export function conditionOf(table: Table, filters: readonly Filter[]): Answer<Condition> {
  const tests = filters.flatMap(testsIn)
  const patterns = tests.filter(isPattern).length
  if (tests.length > MAX_TESTS || patterns > MAX_PATTERNS)
    return failWith(
      'too-many-conditions',
      `At most ${MAX_TESTS}, of them ${MAX_PATTERNS} with like or ilike.`,
    )
  const toSql: TestToSql = (test) => testToSql(table, test, patterns <= MAX_SPLIT)
  const conditions = allOf(filters.map((filter) => filterToSql(filter, toSql)))
  if (!conditions.ok) return conditions
  return answer(conditions.value.length === 0 ? sql<SqlBool>`true` : join('and', conditions.value))
}

const answer = (value: Condition): Answer<Condition> => ({ ok: true, value })

const join = (kind: 'and' | 'or', conditions: Condition[]) =>
  sql<SqlBool>`(${sql.join(conditions, kind === 'and' ? sql` and ` : sql` or `)})`

const testsIn = (filter: Filter): Test[] => ('filters' in filter ? filter.filters.flatMap(testsIn) : [filter])

const isPattern = (test: Test) =>
  test.kind === 'compare' && (test.comparison === 'like' || test.comparison === 'ilike')

type TestToSql = (test: Test) => Answer<Condition>

function filterToSql(filter: Filter, toSql: TestToSql): Answer<Condition> {
  const condition = 'filters' in filter ? groupToSql(filter, toSql) : toSql(filter)
  return condition.ok && filter.negated ? answer(sql<SqlBool>`not (${condition.value})`) : condition
}

function groupToSql(group: Extract<Filter, { filters: Filter[] }>, toSql: TestToSql): Answer<Condition> {
  const conditions = allOf(group.filters.map((filter) => filterToSql(filter, toSql)))
  return conditions.ok ? answer(join(group.kind, conditions.value)) : conditions
}

function testToSql(table: Table, test: Test, isSplit: boolean): Answer<Condition> {
  const column = findColumn(table, test.column)
  if (!column.ok) return column
  if (test.kind === 'is') return isToSql(column.value, test.value)
  if (test.kind === 'in') return inToSql(column.value, test.values)
  return comparisonToSql(column.value, test, isSplit)
}

function isToSql({ name, type }: Column, value: IsValue): Answer<Condition> {
  if (type !== 'boolean' && value !== 'null' && value !== 'not_null')
    return failWith('22P02', `The column ${name} is not boolean.`)
  return answer(sql<SqlBool>`${sql.ref(name)} ${IS_TESTS[value]}`)
}

function inToSql(column: Column, texts: string[]): Answer<Condition> {
  const values = allOf(texts.map((text) => parameter(column, text)))
  if (!values.ok) return values
  if (values.value.length === 0) return answer(sql<SqlBool>`false`)
  return answer(sql<SqlBool>`${sql.ref(column.name)} in (${sql.join(values.value)})`)
}

function comparisonToSql(
  column: Column,
  test: Extract<Test, { kind: 'compare' }>,
  isSplit: boolean,
): Answer<Condition> {
  if (!isPattern(test)) return compareTo(column, test.comparison, test.value)
  if (column.type !== 'text') return failWith('22P02', `The column ${column.name} is not text.`)
  const pattern = test.value.replaceAll('*', '%')
  const wildcards = pattern.match(/[%_]/g)?.length ?? 0
  if (pattern.length > MAX_PATTERN_LENGTH || wildcards > MAX_WILDCARDS)
    return failWith(
      'pattern-too-long',
      `At most ${MAX_PATTERN_LENGTH} characters, of them ${MAX_WILDCARDS} wildcards.`,
    )
  const parts = isSplit && column.searched ? splitPattern(pattern) : undefined
  return parts
    ? partsToSql(column, test.comparison, pattern, parts)
    : matchPattern(column, test.comparison, pattern)
}

/**
 * The trigram index takes two to five times as long for a whole address as for its words, because for each row that
 * has the rarest three letters it then looks up all the others. Comparing the whole pattern as a number keeps it
 * away from the index and makes the planner expect few rows, which is right for an address.
 */
function partsToSql(
  column: Column,
  comparison: Comparison,
  pattern: string,
  parts: string[],
): Answer<Condition> {
  const all = allOf([...parts, pattern].map((text) => compareTo(column, comparison, text)))
  if (!all.ok) return all
  const whole = sql<SqlBool>`(${all.value.at(-1)})::int = 1`
  return answer(join('and', all.value.with(-1, whole)))
}

/**
 * A signature, or a row older than the limit on texts, may be much longer than a pattern is meant for, so only its
 * beginning is searched. An indexed column is compared as it is; otherwise its index would not be used.
 */
function matchPattern(column: Column, comparison: Comparison, pattern: string): Answer<Condition> {
  if (column.searched) return compareTo(column, comparison, pattern)
  const value = parameter(column, pattern)
  if (!value.ok) return value
  const start = sql`left(${sql.ref(column.name)}, ${sql.lit(MAX_TEXT_LENGTH)})`
  return answer(sql<SqlBool>`${start} ${OPERATORS[comparison]} ${value.value}`)
}

function compareTo(column: Column, comparison: Comparison, text: string): Answer<Condition> {
  const value = parameter(column, text)
  if (!value.ok) return value
  return answer(sql<SqlBool>`${sql.ref(column.name)} ${OPERATORS[comparison]} ${value.value}`)
}

function parameter(column: Column, text: string): Answer<RawBuilder<unknown>> {
  const value = readFilterValue(column, text)
  return value.ok ? { ok: true, value: sql`cast(${value.value} as ${SQL_TYPES[column.type]})` } : value
}
