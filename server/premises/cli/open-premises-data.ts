import { BY_OPERATOR } from '../../audit/record-act.queries.ts'
import type { Config } from '../../config.ts'
import { EmbeddedDatabaseInUse } from '../../db/embedded/folder-lock.ts'
import { openDoorstep } from '../../open-doorstep.ts'
import { type PremisesData, premisesDataOn } from '../premises-data.ts'
import { premisesDataOf } from './remote-premises-data.ts'

/**
 * Opens the data on premises: the database itself, or the Doorstep that runs on it, because an embedded database
 * belongs to one process. Throws `NotDone` or `StartRefused`.
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
  const database = await openDoorstep(config)
  const data = premisesDataOn(database, BY_OPERATOR)
  return { ...data, close: () => data.close().finally(() => database.close()) }
}
