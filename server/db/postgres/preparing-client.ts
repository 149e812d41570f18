import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* always prepared */'

/** Marks a statement that is always prepared. Its text must be one of a few. */
export const ALWAYS_PREPARED = sql.raw(MARK)

/**
 * Clients of the data API can produce any number of texts, and each prepared one costs every connection a multiple of its
 * length. So only the first ones are prepared, and none that is much longer than a list of all columns.
 */
const MAX_TEXTS = 200
const MAX_TEXT_LENGTH = 3_000

/**
 * The best plan for a pattern or a list of values depends on the values: one plan for all would read a million rows for
 * some. Besides, each length of a list is another text.
 */
const DEPENDS_ON_VALUES = / i?like | ~\*? | in \(cast\(/

/** Statement names by text; undefined if the text must no longer be prepared. */
const names = new Map<string, string | undefined>()

function findName(text: string): string | undefined {
  if (!names.has(text) && isPrepared(text)) names.set(text, createHash('md5').update(text).digest('hex'))
  return names.get(text)
}

const isPrepared = (text: string) =>
  text.startsWith(MARK) ||
  (names.size < MAX_TEXTS && text.length <= MAX_TEXT_LENGTH && !DEPENDS_ON_VALUES.test(text))

/** PostgreSQL's code if a migration has changed the columns of a prepared statement. */
const COLUMNS_CHANGED = '0A000'

/**
 * A connection that lets PostgreSQL parse and plan each statement with parameters once, which is over a third of
 * what a write of a sale costs it. A statement that a newer process's migration has changed is asked again as it is,
 * which only a transaction notices: it fails once.
 */
export class PreparingClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const pass = (...passed: unknown[]) => Reflect.apply(pg.Client.prototype.query, this, passed)
    const [text, values, ...rest] = given
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return pass(...given)
    const ask = (...passed: unknown[]) => takeResult((callback) => pass(...passed, callback))
    const name = values.length === 0 ? undefined : findName(text)
    if (name === undefined) return ask(text, values)
    return ask({ name, text, values }).catch((error: Error & { code?: string }) => {
      if (error.code !== COLUMNS_CHANGED) throw error
      names.set(text, undefined)
      return ask(text, values)
    })
  }) as pg.Client['query']
}

type Callback = (error: Error | null, result: pg.QueryResult) => void

/**
 * Asks, and takes the rows away from `pg`. V8 puts a function that is assigned to a property, as the callback of a query is
 * in `pg`, among the old objects, which would keep all that it reaches until the next full garbage collection (decision 55).
 */
function takeResult(ask: (callback: Callback) => void): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const waiting = [{ resolve, reject }]
    ask((error, result) => {
      const asker = waiting.pop()
      if (error) return asker?.reject(error)
      asker?.resolve({ ...result })
      result.rows = []
    })
  })
}
