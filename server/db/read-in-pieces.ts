import { type RawBuilder, sql } from 'kysely'
import { STATEMENT_TIMEOUT_MS } from './handle.ts'
import type { Db } from './schema.ts'

/** The number of rows that one round trip fetches. */
export const PIECE_ROWS = 500
/** PostgreSQL's code for a statement that took too long. */
const TOO_SLOW = '57014'

/**
 * Yields the rows of a statement in pieces; the database makes the next piece meanwhile. Needs a transaction. The
 * reader may stop early. The timeout of a statement applies to each piece and to all of them together.
 */
export async function* readInPieces<Row>(tx: Db, statement: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  const until = performance.now() + STATEMENT_TIMEOUT_MS
  await sql`declare pieces no scroll cursor for ${statement}`.execute(tx)
  const fetchPiece = () => sql<Row>`fetch ${sql.lit(PIECE_ROWS)} from pieces`.execute(tx)
  let { rows } = await fetchPiece()
  while (rows.length === PIECE_ROWS) {
    if (performance.now() > until) throw Object.assign(new Error('Too slow'), { code: TOO_SLOW })
    const next = fetchPiece()
    // If the reader stops early, no code waits for this promise.
    next.catch(() => {})
    yield rows
    rows = (await next).rows
  }
  if (rows.length > 0) yield rows
}
