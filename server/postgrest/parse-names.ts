import type { Scanner } from './scanner.ts'

/*
 * name  = '"' any, with backslashes, '"' | letters, digits, "_", "$" and blanks, with "-" between them
 * names = item { "," item }
 */
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy
const PLAIN = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const BLANKS = /\s*/y
const COMMA = /\s*,\s*/y

/** Takes the name of a column, a table or an alias. */
export function takeName(scan: Scanner): string | undefined {
  const quoted = scan.take(QUOTED)
  return quoted === undefined ? scan.take(PLAIN)?.trim() || undefined : unquote(quoted)
}

/** Takes items between commas. Returns undefined if one of them cannot be read. */
export function takeList<Item>(
  scan: Scanner,
  takeItem: (scan: Scanner) => Item | undefined,
): Item[] | undefined {
  const items: Item[] = []
  scan.take(BLANKS)
  do {
    const item = takeItem(scan)
    if (item === undefined) return undefined
    items.push(item)
  } while (scan.take(COMMA) !== undefined)
  scan.take(BLANKS)
  return items
}

/** Returns the inside of a quoted text without its backslashes. */
export const unquote = (quoted: string) => quoted.replace(/\\(.)/gs, '$1')
