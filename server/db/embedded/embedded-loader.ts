import { CompiledQuery, sql } from 'kysely'
import type { Loader } from '../handle.ts'
import type { Db } from '../schema.ts'
import { COPIED_LINES } from './thread-messages.ts'

/** Returns a loader on the only session of the embedded database. Each of its calls blocks all other queries. */
export const embeddedLoader = (db: Db): Loader => ({
  copy: async (target, lines) => {
    await db.executeQuery(CompiledQuery.raw(`copy ${target} ${COPIED_LINES}`, [lines]))
  },
  run: async (statement) => void (await sql.raw(statement).execute(db)),
  close: async () => {},
})
