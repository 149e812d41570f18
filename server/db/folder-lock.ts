import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../start-refused.ts'

/** Another process holds the embedded database. */
export class EmbeddedDatabaseInUse extends StartRefused {
  override name = 'EmbeddedDatabaseInUse'
}

/**
 * Takes a data folder for this process until `release`, or until the process is gone, however it went: the
 * lock is the operating system's, held through SQLite. Throws `EmbeddedDatabaseInUse`.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new EmbeddedDatabaseInUse(
      `The data folder ${folder} is in use by another Doorstep. Stop that one, or set DATA_DIR to another folder.`,
    )
  }
  return { release: () => lock.close() }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
