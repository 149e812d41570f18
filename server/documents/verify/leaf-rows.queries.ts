import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { pagesOf } from './pages.ts'

const LEAVES_AT_ONCE = 5_000

export type StoredLeaf = { position: number; pdf_sha256: Uint8Array; has_document: boolean }

/** Yields the leaves of a day in their order. */
export const readLeaves = (db: Db, day: string): AsyncGenerator<StoredLeaf[]> =>
  pagesOf(LEAVES_AT_ONCE, async (after) => {
    const { rows } = await sql<StoredLeaf>`
      select position, pdf_sha256,
        (select version from sealed_documents as document
          where document.pdf_sha256 = leaf.pdf_sha256) is not null as has_document
      from seal_leaves as leaf where day = ${day}::date and position > ${after?.position ?? -1}
      order by position limit ${LEAVES_AT_ONCE}`.execute(db)
    return rows
  })

/** Returns the first day that has leaves but no root. */
export async function findDayWithoutRoot(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text from seal_leaves where day not in (select day from seal_days) order by day limit 1`.execute(
    db,
  )
  return rows[0]?.day
}
