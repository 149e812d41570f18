import { expectDoorstep } from './backup/contents.queries.ts'
import { NotDone } from './backup/not-done.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/handle.ts'
import { findPendingMigrations } from './db/migrate.ts'
import { createLog } from './log.ts'

/**
 * Opens the database of this version of Doorstep, for a command. Throws `NotDone` if the database is of an older
 * version or empty, and `EmbeddedDatabaseInUse` if a running Doorstep holds it and only that process can reach it.
 */
export async function openDoorstep(config: Config): Promise<Database> {
  const database = await openDatabase(config, createLog(config.logLevel))
  try {
    await expectDoorstep(database.db)
    if ((await findPendingMigrations(database.db)).length > 0)
      throw new NotDone(
        'The database is from an older version of Doorstep. Start the server once to update it, then run the command again.',
      )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
