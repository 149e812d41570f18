import { unquote } from './parse-names.ts'
import type { Scanner } from './scanner.ts'

/*
 * array   = "{" [ element { "," element } ] "}"
 * element = '"' any, with backslashes, '"' | what comes before "," or "}"
 */
const OPEN = /\s*\{\s*/y
const CLOSE = /\s*\}\s*/y
const COMMA = /\s*,\s*/y
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy
const PLAIN = /[^"{},\\]+/y

/** Takes an array of texts in the database's form. Refuses a null, because no value equals it. */
export function takeArray(scan: Scanner): string[] | undefined {
  if (scan.take(OPEN) === undefined) return undefined
  const values: string[] = []
  if (scan.take(CLOSE) !== undefined) return values
  do {
    const value = takeElement(scan)
    if (value === undefined) return undefined
    values.push(value)
  } while (scan.take(COMMA) !== undefined)
  return scan.take(CLOSE) === undefined ? undefined : values
}

function takeElement(scan: Scanner): string | undefined {
  const quoted = scan.take(QUOTED)
  if (quoted !== undefined) return unquote(quoted)
  const plain = scan.take(PLAIN)?.trim()
  return plain === '' || plain?.toUpperCase() === 'NULL' ? undefined : plain
}
