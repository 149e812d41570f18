import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { pagesOf } from './pages.ts'

/** An agreement is about 10 KB. */
const AGREEMENTS_AT_ONCE = 500

export type StoredAgreement = { sha256: string; template: string; body: Uint8Array }

/** Yields every agreement, ordered by its hash in hex. */
export const readAgreements = (db: Db): AsyncGenerator<StoredAgreement[]> =>
  pagesOf(AGREEMENTS_AT_ONCE, async (after) => {
    const { rows } = await sql<StoredAgreement>`
      select encode(sha256, 'hex') as sha256, template, body from agreements as agreement
      where sha256 > decode(${after?.sha256 ?? ''}, 'hex') order by agreement.sha256 limit ${AGREEMENTS_AT_ONCE}`.execute(
      db,
    )
    return rows
  })
