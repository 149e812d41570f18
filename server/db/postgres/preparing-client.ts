import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* always prepared */'

/** Marks a statement that is always prepared. There must be only a few such texts. */
export const ALWAYS_PREPARED = sql.raw(MARK)

/**
 * Clients of the data API can produce any number of texts, and each prepared text costs every connection a multiple of
 * its length. So only the first texts are prepared, and only if they are not much longer than a list of all columns.
 */
const MAX_TEXTS = 200
const MAX_TEXT_LENGTH = 3_000

/**
 * The best plan for a pattern or a list depends on its values: a shared plan would read a million rows for some of
 * them. Besides, each length of a list is another text.
 */
const DEPENDS_ON_VALUES = / i?like | ~\*? | in \(cast\(/

/** The names of prepared statements by their texts. Undefined if a text must no longer be prepared. */
const names = new Map<string, string | undefined>()

function findName(text: string): string | undefined {
  if (!names.has(text) && isPrepared(text)) names.set(text, createHash('md5').update(text).digest('hex'))
  return names.get(text)
}

const isPrepared = (text: string) =>
  text.startsWith(MARK) ||
  (names.size < MAX_TEXTS && text.length <= MAX_TEXT_LENGTH && !DEPENDS_ON_VALUES.test(text))

/** PostgreSQL's code for a prepared statement whose columns a migration has changed. */
const COLUMNS_CHANGED = '0A000'

/**
 * A connection on which PostgreSQL parses and plans each statement with parameters only once. This saves it over a
 * third of the cost of writing a sale. If the migration of a newer process has changed the columns, the statement runs
 * again unprepared. Only a transaction notices: it fails once.
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
 * Runs a query and takes the rows away from `pg`. V8 counts a function that is assigned to a property, as `pg` assigns
 * the callback of a query, among the old objects. All that it reaches would stay until the next full garbage collection
 * (decision 55).
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
