import { takeList, takeName } from './parse-names.ts'
import type { Selected, SelectedEmbed } from './query.ts'
import type { Scanner } from './scanner.ts'

/*
 * select    = [ item { "," item } ]
 * item      = "*" | embed | [ alias ] ( aggregate | name [ "::" type ] )
 * embed     = [ "..." | alias ] name { "!" name } "(" select ")"
 * aggregate = "count()" | name "." function "()" [ "::" type ]
 * alias     = name ":"
 */
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)(?:::\w+)?/y
const TYPE = /[A-Za-z_][\w ]*/y
const NOTHING = /\s*(?=\)|$)/y

/** The database would truncate a longer name. */
const MAX_NAME_BYTES = 63

/** Takes the value of `select`. Returns an empty list if it is empty. */
export function takeSelect(scan: Scanner): Selected[] | undefined {
  return scan.take(NOTHING) === undefined ? takeList(scan, takeItem) : []
}

function takeItem(scan: Scanner): Selected | undefined {
  if (scan.skip('*')) return { kind: 'all' }
  if (scan.skip('...')) return scan.attempt((at) => takeEmbed(at, undefined, true))
  const alias = scan.attempt(takeAlias)
  if (alias !== undefined && !isUsable(alias)) return undefined
  return (
    scan.attempt((at) => takeEmbed(at, alias, false)) ??
    (scan.skip('count()') ? { kind: 'aggregate' } : takeColumn(scan, alias))
  )
}

const isUsable = (alias: string) => alias !== '' && Buffer.byteLength(alias) <= MAX_NAME_BYTES

function takeAlias(scan: Scanner): string | undefined {
  const alias = takeName(scan)
  return scan.take(/:(?!:)/y) === undefined ? undefined : alias
}

function takeEmbed(scan: Scanner, alias: string | undefined, isSpread: boolean): SelectedEmbed | undefined {
  const table = takeName(scan)
  if (table === undefined) return undefined
  const hints: string[] = []
  while (scan.skip('!')) hints.push(takeName(scan) ?? '')
  if (table === 'count' || !scan.skip('(')) return undefined
  const select = takeSelect(scan)
  if (!select || !scan.skip(')')) return undefined
  return { kind: 'embed', table, alias: alias ?? table, isSpread, hints, select }
}

function takeColumn(scan: Scanner, alias: string | undefined): Selected | undefined {
  const column = takeName(scan)
  if (column === undefined) return undefined
  if (scan.take(AGGREGATE) !== undefined) return { kind: 'aggregate' }
  const cast = scan.skip('::') ? (scan.take(TYPE)?.trim() ?? '') : undefined
  return cast === '' ? undefined : { kind: 'column', column, alias: alias ?? column, cast }
}
