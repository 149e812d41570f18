import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* always prepared */'

/** Begins a statement of our own that is prepared whatever else was asked; its text must be one of a few. */
export const ALWAYS_PREPARED = sql.raw(MARK)

/**
 * Clients of the data API can make texts without end, and every connection keeps a multiple of the length of each. So
 * of the others the first are prepared, and none that is much longer than a list of all columns.
 */
const MOST_TEXTS = 200
const LONGEST_TEXT = 3_000

/**
 * How to look for what fits a pattern, or is one of several values, depends on them: one plan for all reads a million
 * rows for some. And each number of values is another text.
 */
const DEPENDS_ON_VALUES = / i?like | in \(cast\(/

/** By its text; a text that was prepared and must not be any more has none. */
const names = new Map<string, string | undefined>()

function findName(text: string): string | undefined {
  if (!names.has(text) && isPrepared(text)) names.set(text, createHash('md5').update(text).digest('hex'))
  return names.get(text)
}

const isPrepared = (text: string) =>
  text.startsWith(MARK) ||
  (names.size < MOST_TEXTS && text.length <= LONGEST_TEXT && !DEPENDS_ON_VALUES.test(text))

/** What PostgreSQL says of a prepared statement whose columns a migration has changed since. */
const COLUMNS_CHANGED = '0A000'

/**
 * A connection that lets PostgreSQL parse and plan each statement with parameters once, which is over a third of
 * what a write of a sale costs it. A statement that a newer process's migration has changed is asked again as it is,
 * which only a transaction notices: it fails once.
 */
export class PreparingClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const ask = (...passed: unknown[]) => Reflect.apply(pg.Client.prototype.query, this, passed)
    const [text, values, ...rest] = given
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0)
      return ask(...given)
    const name = findName(text)
    if (name === undefined) return ask(...given)
    return ask({ name, text, values }).catch((error: Error & { code?: string }) => {
      if (error.code !== COLUMNS_CHANGED) throw error
      names.set(text, undefined)
      return ask(text, values)
    })
  }) as pg.Client['query']
}
