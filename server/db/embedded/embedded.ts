import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { StartRefused } from '../../start-refused.ts'
import type { Database } from '../handle.ts'
import { migrateSchema } from '../migrate.ts'
import { RESULT_PARSERS, SESSION_SETTINGS } from '../result-types.ts'
import type { Schema } from '../schema.ts'
import { DurableFiles } from './durable-files.ts'
import { finishFiles, foldersOf, holdsAnything, isDatabase, settleFiles } from './embedded-files.ts'
import { EndingPglite } from './ending-pglite.ts'
import { lockFolder } from './folder-lock.ts'

const SETTINGS = {
  ...SESSION_SETTINGS,
  fsync: 'on',
  // fdatasync is a stub in PGlite's build.
  wal_sync_method: 'fsync',
  shared_buffers: '16MB',
}
const START_PARAMS = [
  // -F turns every sync off.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * Opens the PostgreSQL inside this process whose files are in `folder`, making it on first use. It has one
 * connection: inside a transaction use only the transaction's handle, the outer one would wait forever.
 * Rejects with `EmbeddedDatabaseInUse` when another process has the folder, and with `StartRefused` when nobody can.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const lock = lockFolder(folder)
  try {
    const pglite = await openFiles(await filesIn(folder))
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
    return {
      kind: 'embedded',
      db,
      searchDb: db,
      migrate: () =>
        migrateSchema({
          runScript: async (script) => void (await pglite.exec(script)),
          readRows: async <Row>(query: string) => (await pglite.query<Row>(query)).rows,
        }),
      ping: async () => void (await pglite.query('select 1')),
      hasRoom: () => hasRoom(folder, LEAST_ROOM_TO_WRITE_BYTES),
      gaveUp: pglite.gaveUp,
      close: async () => {
        await pglite.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Returns the folder of the database's files, which the first start creates aside and renames when they are complete. */
async function filesIn(folder: string): Promise<string> {
  settleFiles(folder)
  const { files, unfinished } = foldersOf(folder)
  if (holdsAnything(files)) return files
  await (await openPglite(unfinished)).close()
  finishFiles(folder)
  return files
}

/**
 * Opens PGlite on existing files, with durable commits but without the lock on their folder. Rejects with `StartRefused`
 * if they are damaged.
 */
export async function openFiles(files: string): Promise<EndingPglite> {
  // PGlite would initialise a new database over whatever else is left.
  if (!isDatabase(files))
    throw new StartRefused(
      `The database in ${files} is damaged: it has no file PG_VERSION. ${HOW_TO_RESTORE}`,
    )
  return openPglite(files)
}

const HOW_TO_RESTORE =
  'Nothing was changed. To put a backup in its place: npx doorstep restore FILE --replace'

async function openPglite(files: string): Promise<EndingPglite> {
  const said: string[] = []
  const pglite = new EndingPglite({
    fs: new DurableFiles(files),
    startParams: START_PARAMS,
    parsers: RESULT_PARSERS,
    onStderr: (line) => said.push(line) > 0,
  })
  await pglite.waitReady.catch((error: unknown) => {
    if (!hasRoom(path.dirname(files), LEAST_ROOM_BYTES))
      throw new StartRefused(
        `There is no room on the disk of ${files}. Free some: the database needs it to open, and may be undamaged.`,
      )
    const reason = fatalReason(said) ?? (error instanceof Error ? error.message : 'PGlite stopped')
    throw new StartRefused(`The database in ${files} does not open: ${reason}. ${HOW_TO_RESTORE}`)
  })
  return pglite
}

/** PostgreSQL's own reason among the lines of its log, with its detail if it gave one. */
function fatalReason(said: readonly string[]): string | undefined {
  const find = (level: RegExp) => said.map((line) => level.exec(line)?.[1]).find((text) => text !== undefined)
  const reason = find(/(?:FATAL|PANIC): +(.+)$/) ?? find(/^postgres: (.+)$/)
  return reason && [reason, find(/DETAIL: +(.+?)\.?$/)].filter(Boolean).join(': ')
}

/** PostgreSQL begins with another 16 MB of its log, and a new database takes 40. */
const LEAST_ROOM_BYTES = 64 * 1024 * 1024

/** PostgreSQL takes 16 MB at a time for its log, and refuses writes if they are not there. */
const LEAST_ROOM_TO_WRITE_BYTES = 16 * 1024 * 1024

function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize >= bytes
}
