import fs from 'node:fs'
import path from 'node:path'
import { syncEntry } from '../db/embedded/sync-files.ts'
import { NotDone } from './not-done.ts'

const KINDS = { postgres: Buffer.from('PGDMP'), embedded: Buffer.from([0x1f, 0x8b]) } as const
const OF = { postgres: 'a PostgreSQL database', embedded: 'an embedded database' } as const

/**
 * Writes a backup file that only its owner can read. Until it is complete and on disk, its name ends in `.unfinished`.
 * Throws `NotDone` if the file already exists.
 */
export async function makeBackupFile(
  file: string,
  write: (unfinished: string) => Promise<void>,
): Promise<void> {
  if (fs.existsSync(file))
    throw new NotDone(`${file} already exists. Choose another name, or remove it first.`)
  const unfinished = `${file}.unfinished`
  fs.rmSync(unfinished, { force: true })
  try {
    fs.closeSync(fs.openSync(unfinished, 'wx', 0o600))
    await write(unfinished)
    syncEntry(unfinished)
    fs.renameSync(unfinished, file)
    syncEntry(path.dirname(file))
  } catch (error) {
    fs.rmSync(unfinished, { force: true })
    throw isMissing(error) ? new NotDone(`There is no folder ${path.dirname(file)}.`) : error
  }
}

/** Throws `NotDone` unless the file is a backup of a database of this kind. */
export function expectBackupOf(kind: keyof typeof KINDS, file: string): void {
  const start = readStart(file)
  const found = (['postgres', 'embedded'] as const).find((known) => start.indexOf(KINDS[known]) === 0)
  if (found === kind) return
  throw new NotDone(
    found === undefined
      ? `${file} is not a Doorstep backup.`
      : `${file} is a backup of ${OF[found]} and can be restored only into one: ${
          found === 'postgres' ? 'set' : 'do not set'
        } DATABASE_URL.`,
  )
}

function readStart(file: string): Buffer {
  try {
    const descriptor = fs.openSync(file, 'r')
    const start = Buffer.alloc(8)
    fs.readSync(descriptor, start)
    fs.closeSync(descriptor)
    return start
  } catch (error) {
    throw isMissing(error) ? new NotDone(`There is no file ${file}.`) : error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
