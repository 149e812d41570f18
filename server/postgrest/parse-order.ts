import { takeList, takeName } from './parse-names.ts'
import type { Ordering } from './query.ts'
import type { Scanner } from './scanner.ts'

/*
 * order = term { "," term }
 * term  = ( name | embed "(" name ")" ) [ ".asc" | ".desc" ] [ ".nullsfirst" | ".nullslast" ]
 */
const DIRECTION = /\.(asc|desc)/y
const NULLS = /\.nulls(first|last)/y

/** Takes the value of `order`. */
export const takeOrder = (scan: Scanner): Ordering[] | undefined => takeList(scan, takeTerm)

function takeTerm(scan: Scanner): Ordering | undefined {
  const name = takeName(scan)
  const inner = scan.skip('(') ? { embed: name, column: takeName(scan) } : undefined
  if (inner && !scan.skip(')')) return undefined
  const column = inner ? inner.column : name
  if (column === undefined) return undefined
  return {
    embed: inner?.embed,
    column,
    descending: scan.take(DIRECTION) === 'desc',
    nulls: scan.take(NULLS) as Ordering['nulls'],
  }
}
