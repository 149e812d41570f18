import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Raise this with each change to a file in `repeatable`. A database records the newest revision that it has run, so a
 * process of an older version that starts beside newer ones never puts its own files back.
 */
const REVISION = 30
const FOLDER = path.join(import.meta.dirname, 'repeatable')
/** Their order matters: triggers need functions. */
const FILES = ['functions.sql', 'triggers.sql', 'comments.sql']
const PREFIX = 'repeatable-'

/** The name under which `schema_migrations` records this revision. Names sort by revision. */
export const REPEATABLE = `${PREFIX}${String(REVISION).padStart(4, '0')}`

/** Returns true if a name in `schema_migrations` is a revision of the repeatable files. */
export const isRepeatable = (name: string): boolean => name.startsWith(PREFIX)

/** Returns the functions, triggers and comments of the database as one script that may run any number of times. */
export async function readRepeatable(): Promise<string> {
  const texts = await Promise.all(FILES.map((file) => readFile(path.join(FOLDER, file), 'utf8')))
  return texts.join('\n')
}
