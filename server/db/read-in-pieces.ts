import { type RawBuilder, sql } from 'kysely'
import { STATEMENT_TIMEOUT_MS } from './handle.ts'
import type { Db } from './schema.ts'

/** How many rows a round trip brings. */
export const PIECE_ROWS = 500
/** PostgreSQL's code for a statement that took too long. */
const TOO_SLOW = '57014'

/**
 * Yields the rows of a statement in pieces, while the database makes the next one. It needs a transaction. The reader may
 * stop early. Each piece may take as long as a statement, and so may all together.
 */
export async function* readInPieces<Row>(tx: Db, statement: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  const until = performance.now() + STATEMENT_TIMEOUT_MS
  await sql`declare pieces no scroll cursor for ${statement}`.execute(tx)
  const fetchPiece = () => sql<Row>`fetch ${sql.lit(PIECE_ROWS)} from pieces`.execute(tx)
  let { rows } = await fetchPiece()
  while (rows.length === PIECE_ROWS) {
    if (performance.now() > until) throw Object.assign(new Error('Too slow'), { code: TOO_SLOW })
    const next = fetchPiece()
    // A reader that stops early does not wait for it.
    next.catch(() => {})
    yield rows
    rows = (await next).rows
  }
  if (rows.length > 0) yield rows
}
