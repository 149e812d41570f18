import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { dataDir as newDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { sql } from 'kysely'
import { StartRefused } from '../../start-refused.ts'
import type { Database } from '../handle.ts'
import { migrateSchema } from '../migrate.ts'
import { DatabaseThread } from './database-thread.ts'
import { embeddedDb } from './embedded-db.ts'
import { finishFiles, foldersOf, holdsAnything, isDatabase, settleFiles } from './embedded-files.ts'
import { embeddedLoader } from './embedded-loader.ts'
import { lockFolder } from './folder-lock.ts'
import { unpackFiles } from './unpack-files.ts'

/**
 * Opens the PostgreSQL inside this process whose files are in `folder`, and creates it on first use. It has one
 * connection: inside a transaction use only the transaction's handle, the outer one would wait forever. Rejects with
 * `EmbeddedDatabaseInUse` if another process has the folder, and with `StartRefused` if it cannot be used.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const lock = lockFolder(folder)
  try {
    const thread = await openFiles(await filesIn(folder))
    const db = embeddedDb(thread)
    return {
      kind: 'embedded',
      db,
      searchDb: db,
      migrate: () => db.connection().execute(() => migrate(thread)),
      ping: async () => void (await sql`select 1`.execute(db)),
      hasRoom: (bytes = MIN_ROOM_TO_WRITE_BYTES) => hasRoom(folder, bytes),
      openLoader: async () => embeddedLoader(db),
      gaveUp: thread.gaveUp,
      close: async () => {
        await thread.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

const migrate = (thread: DatabaseThread) =>
  migrateSchema({
    runScript: async (script) => void (await thread.exec(script)),
    readRows: async <Row>(query: string) => (await thread.query(query)).rows as Row[],
  })

/** Returns the folder of the database's files, which the first start unpacks aside and renames when they are complete. */
async function filesIn(folder: string): Promise<string> {
  settleFiles(folder)
  const { files, unfinished } = foldersOf(folder)
  if (holdsAnything(files)) return files
  // PGlite can initialise a database too, but that takes many times as long.
  const archive = Buffer.from(await (await newDatabase()).arrayBuffer())
  await unpackFiles(Readable.from(archive), unfinished).catch((error) => {
    throw refusalWithoutRoom(unfinished) ?? error
  })
  finishFiles(folder)
  return files
}

const HOW_TO_RESTORE =
  'Nothing was changed. To put a backup in its place: npx doorstep restore FILE --replace'

/** The database's files are there, but PostgreSQL cannot use them. */
export class DatabaseDamaged extends StartRefused {
  override name = 'DatabaseDamaged'
  /** What is wrong, to follow the name of what has the files. */
  readonly finding: string

  constructor(files: string, finding: string) {
    super(`The database in ${files} ${finding} ${HOW_TO_RESTORE}`)
    this.finding = finding
  }
}

/** Opens the database in `files`, without the lock on their folder. Rejects with `DatabaseDamaged` or `StartRefused`. */
export async function openFiles(files: string): Promise<DatabaseThread> {
  // PGlite would initialise a new database over whatever else is left.
  if (!isDatabase(files)) throw new DatabaseDamaged(files, 'is damaged: it has no file PG_VERSION.')
  return openThread(files)
}

async function openThread(files: string): Promise<DatabaseThread> {
  try {
    return await DatabaseThread.open(files)
  } catch (error) {
    throw (
      refusalWithoutRoom(files) ?? new DatabaseDamaged(files, `does not open: ${(error as Error).message}.`)
    )
  }
}

/** Returns the refusal for files that cannot be opened, or unpacked, because the disk is full. */
function refusalWithoutRoom(files: string): StartRefused | undefined {
  if (hasRoom(path.dirname(files), MIN_ROOM_TO_OPEN_BYTES)) return undefined
  return new StartRefused(
    `There is no room on the disk of ${files}. Free some: the database needs it to open, and may be undamaged.`,
  )
}

/** PostgreSQL begins with another 16 MB of its log, and a new database takes 40. */
const MIN_ROOM_TO_OPEN_BYTES = 64 * 1024 * 1024

/** PostgreSQL takes 16 MB at a time for its log, and refuses writes if they are not there. */
const MIN_ROOM_TO_WRITE_BYTES = 16 * 1024 * 1024

function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize >= bytes
}
