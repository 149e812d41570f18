import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../../start-refused.ts'
import { expectAccess, expectNoLinks, leaveToOwner, lockFileOf } from './embedded-files.ts'

/** Another process holds the embedded database. */
export class EmbeddedDatabaseInUse extends StartRefused {
  override name = 'EmbeddedDatabaseInUse'
}

/**
 * Refers to the locks that are held, because the garbage collector closes a lock without a reference and so releases
 * it.
 */
const held = new Set<DatabaseSync>()

/**
 * Locks a data folder until `release` or the end of this process, and creates it on first use. The lock is the
 * operating system's, taken through SQLite, so even a kill frees it. Throws `EmbeddedDatabaseInUse`, or `StartRefused`
 * if the folder cannot be used.
 */
export function lockFolder(folder: string): { release(): void } {
  try {
    makeFolder(path.resolve(folder))
    expectNoLinks(folder)
    const lock = takeLock(folder)
    held.add(lock)
    return {
      release() {
        try {
          leaveToOwner(folder)
        } finally {
          lock.close()
          held.delete(lock)
        }
      },
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`The folder of DATA_DIR cannot be used: ${(error as Error).message}`)
  }
}

/** Creates the folders one by one, because Node's own recursion never ends where none can be created, as in /proc. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
  }
}

function takeLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(lockFileOf(folder), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    expectAccess(folder)
    return lock
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new EmbeddedDatabaseInUse(
      `The data folder ${folder} is in use by another Doorstep. Stop that one, or set DATA_DIR to another folder.`,
    )
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
