import fs from 'node:fs'
import path from 'node:path'
import { backUpEmbedded, restoreEmbedded } from '../backup/embedded-backup.ts'
import { backUpPostgres, restorePostgres } from '../backup/postgres-backup.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { type DATABASES, freshEmbeddedFolder, freshFolder, freshMigratedUrl } from './databases.ts'
import { readEveryRow } from './every-row.ts'
import { runCommandHere } from './run-command-here.ts'

/**
 * The tables that belong to one life of the database. A restore begins them again, because to the phones it is another
 * database.
 */
const OF_ONE_LIFE = ['public.changes', 'public.change_epoch']

export type BackupPlace = Awaited<ReturnType<typeof freshBackupPlace>>

/** Creates a migrated database with a lead, and a folder for its backups. `remove` deletes both. */
export async function freshBackupPlace(kind: (typeof DATABASES)[number]) {
  const folder = freshFolder()
  const file = path.join(folder, 'doorstep.backup')
  const { settings, drop } = await freshSettings(kind, folder)
  const { DATA_DIR: dataDir = '', DATABASE_URL: url } = settings
  const source = { url: url ?? '', environment: process.env, log: console, say: () => {} }

  const atRest = async <Value>(work: (db: Db) => Promise<Value>): Promise<Value> => {
    const database = await openDatabase({ databaseUrl: url, dataDir }, console)
    return work(database.db).finally(database.close)
  }
  const said: string[] = []
  const addLead = (street_address: string) =>
    atRest(async (db) => {
      await db.insertInto('leads').values({ street_address, postcode: '', voucher_value: 1 }).execute()
      return readRows(db)
    })
  await addLead('1 High St')

  return {
    folder,
    /** The file that `backUp` writes and `restore` reads, unless they get another one. */
    file,
    dataDir,
    settings,
    atRest,
    /** Returns every row that a restore brings back. */
    rows: () => atRest(readRows),
    /** Adds a lead and returns every row. */
    addLead,
    backUp: (to = file) => (url === undefined ? backUpEmbedded(dataDir, to) : backUpPostgres(source, to)),
    restore: (from = file, through = source) =>
      url === undefined
        ? restoreEmbedded({ dataDir, say: (step) => said.push(step) }, from, true)
        : restorePostgres(through, from, true),
    source,
    /** The reports of restores of the embedded database. */
    said,
    /** Runs the command `doorstep`. */
    doorstep: (...args: string[]) => runCommandHere(settings, args, folder),
    remove: async () => {
      await drop()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

const readRows = (db: Db) => readEveryRow(db, OF_ONE_LIFE)

async function freshSettings(kind: (typeof DATABASES)[number], folder: string) {
  if (kind === 'postgres') {
    const { url, drop } = await freshMigratedUrl()
    return { settings: { DATABASE_URL: url } as Record<string, string>, drop }
  }
  const dataDir = await freshEmbeddedFolder(path.join(folder, 'data'))
  return { settings: { DATA_DIR: dataDir } as Record<string, string>, drop: async () => {} }
}
