import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import type { Column, Table } from '../postgrest/catalogue.ts'
import { findColumn } from '../postgrest/values.ts'
import { COMPARABLES, type Comparable } from './comparable.ts'
import { readFilterValue } from './filter-value.ts'
import { MAX_LISTED_VALUES } from './limits.ts'
import { splitList, unquote } from './split-list.ts'

/** A row as it is in a change. */
export type ChangedRow = Readonly<Record<string, unknown>>
export type RowTest = (row: ChangedRow) => boolean

type Test = (value: Comparable) => boolean

const CONDITION = /^\s*("(?:[^"\\]|\\.)*"|[^"=]+)=(not\.)?([a-z]+)\.(.*)$/s
const PARENTHESISED = /^\((.*)\)$/s

const COMPARISONS: Record<string, (wanted: Comparable) => Test> = {
  eq: (wanted) => (value) => value === wanted,
  neq: (wanted) => (value) => value !== wanted,
  lt: (wanted) => (value) => value < wanted,
  lte: (wanted) => (value) => value <= wanted,
  gt: (wanted) => (value) => value > wanted,
  gte: (wanted) => (value) => value >= wanted,
}

/** The rows of changes do not have this column, because it would be larger than everything else. */
const NOT_IN_CHANGES = 'contract_signature'

const refuseFilter = (sentence: string) => refuse('InvalidFilter', sentence)

/**
 * Reads a filter such as `status=eq.new,area=in.(Ludlow,"Hereford, north")`. All conditions must hold. As in SQL, a
 * null fulfils no comparison, negated or not.
 */
export function readRowFilter(table: Table, text: string): Decision<RowTest> {
  const conditions = splitList(text)
  if (!conditions) return refuseFilter(`Cannot read the filter ${text.slice(0, 100)}`)
  const tests: RowTest[] = []
  for (const condition of conditions) {
    const test = readCondition(table, condition)
    if (!test.ok) return test
    tests.push(test.value)
  }
  return accept((row) => tests.every((test) => test(row)))
}

function readCondition(table: Table, text: string): Decision<RowTest> {
  const [, name, not, operator, value] = CONDITION.exec(text) ?? []
  if (name === undefined || operator === undefined || value === undefined)
    return refuseFilter(`Cannot read the condition ${text.slice(0, 100)}`)
  const column = findColumn(table, unquote(name.trim()))
  if (!column.ok) return refuseFilter(column.failure.body.details ?? column.failure.body.message)
  if (column.value.name === NOT_IN_CHANGES) return refuseFilter(`Changes have no column ${NOT_IN_CHANGES}.`)
  const read = operator === 'is' ? readIs(column.value, value) : readComparison(column.value, operator, value)
  if (!read.ok) return read
  const { test, ofNull } = read.value
  const isNegated = not !== undefined
  const toComparable = COMPARABLES[column.value.type]
  return accept((row) => {
    const found = row[column.value.name] ?? null
    if (found === null) return ofNull !== undefined && ofNull !== isNegated
    return test(toComparable(found)) !== isNegated
  })
}

/** The result of a condition for a value and for a null. Undefined means unknown, so that the negation fails too. */
type Answers = { test: Test; ofNull: boolean | undefined }

function readIs({ name, type }: Column, text: string): Decision<Answers> {
  const wanted = text.toLowerCase()
  if (wanted === 'null') return accept({ test: () => false, ofNull: true })
  if (type !== 'boolean' || !['true', 'false', 'unknown'].includes(wanted))
    return refuseFilter(`The column ${name} cannot be compared with is.${text.slice(0, 20)}`)
  if (wanted === 'unknown') return accept({ test: () => false, ofNull: true })
  return accept({ test: (value) => value === (wanted === 'true'), ofNull: false })
}

function readComparison(column: Column, operator: string, text: string): Decision<Answers> {
  if (operator === 'isdistinct') return readIsDistinct(column, text)
  const values = operator === 'in' ? readValues(column, text) : readValue(column, text)
  if (!values.ok) return values
  if (operator === 'in') {
    const wanted = new Set(values.value)
    return accept({ test: (value) => wanted.has(value), ofNull: undefined })
  }
  const compare = COMPARISONS[operator]
  const [wanted] = values.value
  if (compare && wanted !== undefined) return accept({ test: compare(wanted), ofNull: undefined })
  const known = [...Object.keys(COMPARISONS), 'in', 'is', 'isdistinct'].join(', ')
  return refuseFilter(`Changes can be filtered by ${known}, each also with not., but not by ${operator}.`)
}

function readIsDistinct(column: Column, text: string): Decision<Answers> {
  if (text === 'null') return accept({ test: () => true, ofNull: false })
  const values = readValue(column, text)
  if (!values.ok) return values
  return accept({ test: (value) => value !== values.value[0], ofNull: true })
}

function readValues(column: Column, text: string): Decision<Comparable[]> {
  const listed = splitList(PARENTHESISED.exec(text)?.[1] ?? '')
  if (!listed || !PARENTHESISED.test(text)) return refuseFilter(`Cannot read the list ${text.slice(0, 100)}`)
  if (listed.length > MAX_LISTED_VALUES)
    return refuseFilter(`A list of in.( ) has at most ${MAX_LISTED_VALUES} values.`)
  const values: Comparable[] = []
  for (const one of listed) {
    const read = readValue(column, one.trim())
    if (!read.ok) return read
    values.push(...read.value)
  }
  return accept(values)
}

function readValue(column: Column, text: string): Decision<Comparable[]> {
  const value = readFilterValue(column, unquote(text))
  return value.ok
    ? accept([COMPARABLES[column.type](value.value)])
    : refuseFilter(value.failure.body.details ?? value.failure.body.message)
}
