import { BY_OPERATOR } from '../../audit/record-act.queries.ts'
import { expectDoorstep } from '../../backup/contents.queries.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/database.ts'
import { EmbeddedDatabaseInUse } from '../../db/embedded/folder-lock.ts'
import { findPendingMigrations } from '../../db/migrate.ts'
import { createLog } from '../../log.ts'
import { type PremisesData, premisesDataOn } from '../premises-data.ts'
import { premisesDataOf } from './remote-premises-data.ts'

/**
 * Opens the data on premises: the database itself, or, as an embedded one belongs to one process, the Doorstep that runs on
 * it. Throws `NotDone` or `StartRefused`.
 */
export async function openPremisesData(config: Config): Promise<PremisesData> {
  try {
    return await openHere(config)
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseInUse)) throw error
    return premisesDataOf(config)
  }
}

async function openHere(config: Config): Promise<PremisesData> {
  const database = await openDatabase(config, createLog(config.logLevel))
  try {
    await expectDoorstep(database.db)
    if ((await findPendingMigrations(database.db)).length > 0)
      throw new NotDone('The database is of an older Doorstep. Start Doorstep once, and try again.')
  } catch (error) {
    await database.close()
    throw error
  }
  const data = premisesDataOn(database, BY_OPERATOR)
  return { ...data, close: () => data.close().finally(() => database.close()) }
}
