import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { sha256Hex } from '../../sha256.ts'
import { listForPhones } from './phone-register.queries.ts'

/** What phones of an area must know, as JSON with its ETag. */
type ForPhones = { text: string; etag: string }
type Kept = { version: string; untilMs: number; answer: Promise<ForPhones> }

/** How long an answer is kept: where an area's leads are changes slowly. */
const KEPT_MS = 60_000
const MAX_AREAS = 500

/**
 * Returns a reader of what phones of an area must know. Thousands of phones ask again and again, so an answer is kept as
 * long as no entry is added or lifted.
 */
export function createRegisterForPhones(db: Db): (area: string | undefined) => Promise<ForPhones> {
  const kept = new Map<string | undefined, Kept>()
  return async (area) => {
    const version = await readVersion(db)
    const known = kept.get(area)
    if (known?.version === version && known.untilMs > performance.now()) return known.answer
    if (kept.size >= MAX_AREAS) kept.clear()
    const answer = readForPhones(db, area)
    kept.set(area, { version, untilMs: performance.now() + KEPT_MS, answer })
    answer.catch(() => kept.delete(area))
    return answer
  }
}

/** Entries are only added and lifted, so their numbers show every change. */
async function readVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || '-' || count(lifted_at) as version from do_not_knock`.execute(db)
  return rows[0]?.version ?? ''
}

async function readForPhones(db: Db, area: string | undefined): Promise<ForPhones> {
  const text = JSON.stringify(await listForPhones(db, area))
  return { text, etag: `W/"${sha256Hex(text).slice(0, 32)}"` }
}
