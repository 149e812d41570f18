import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { dataDir as newDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { sql } from 'kysely'
import { StartRefused } from '../../start-refused.ts'
import type { Database, OpeningDatabase } from '../handle.ts'
import { migrateSchema } from '../migrate.ts'
import { type DatabaseThread, takeThread } from './database-thread.ts'
import { embeddedDb } from './embedded-db.ts'
import { finishFiles, foldersOf, holdsAnything, isDatabase, settleFiles } from './embedded-files.ts'
import { embeddedLoader } from './embedded-loader.ts'
import { lockFolder } from './folder-lock.ts'
import { unpackFiles } from './unpack-files.ts'

/**
 * Opens a PostgreSQL inside this process with its files in `folder`, and creates it on first use. It has only one
 * connection. Inside a transaction, use only its own handle: the outer one would wait for ever. Rejects with
 * `EmbeddedDatabaseInUse` if another process has the folder, and with `StartRefused` if the folder cannot be used.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const database = await beginEmbedded(folder)
  await database.opened
  return database
}

/** Begins to open the database of `openEmbedded`. Only `migrate` and `close` may be called before `opened` resolves. */
export async function beginEmbedded(folder: string): Promise<OpeningDatabase> {
  const lock = lockFolder(folder)
  const thread = takeThread()
  const opened = filesIn(folder)
    .then((files) => openIn(thread, files))
    .catch(async (error: unknown) => {
      await thread.abandon()
      lock.release()
      throw error
    })
  // `migrate` rejects with it too.
  opened.catch(() => {})
  const db = embeddedDb(thread)
  const close = async () => {
    await thread.close()
    lock.release()
  }
  return {
    kind: 'embedded',
    db,
    searchDb: db,
    opened,
    migrate: async () => {
      await opened
      return db.connection().execute(() => migrate(thread))
    },
    ping: async () => void (await sql`select 1`.execute(db)),
    hasRoom: (bytes = MIN_ROOM_TO_WRITE_BYTES) => hasRoom(folder, bytes),
    openLoader: async () => embeddedLoader(db),
    gaveUp: thread.gaveUp,
    close: () => opened.then(close, () => {}),
  }
}

const migrate = (thread: DatabaseThread) =>
  migrateSchema({
    runScript: async (script) => void (await thread.exec(script)),
    readRows: async <Row>(query: string) => (await thread.query(query)).rows as Row[],
  })

/**
 * Returns the folder of the database's files. The first start unpacks them beside it and renames them when complete.
 */
async function filesIn(folder: string): Promise<string> {
  settleFiles(folder)
  const { files, unfinished } = foldersOf(folder)
  if (holdsAnything(files)) return files
  // PGlite can also initialise a database itself, but that takes many times as long.
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
  /** Says what is wrong, as the rest of a sentence that begins with the name of the database. */
  readonly finding: string

  constructor(files: string, finding: string) {
    super(`The database in ${files} ${finding} ${HOW_TO_RESTORE}`)
    this.finding = finding
  }
}

/** Opens the database in `files`, without the lock on their folder. Rejects with `DatabaseDamaged` or `StartRefused`. */
export async function openFiles(files: string): Promise<DatabaseThread> {
  const thread = takeThread()
  try {
    await openIn(thread, files)
    return thread
  } catch (error) {
    await thread.abandon()
    throw error
  }
}

async function openIn(thread: DatabaseThread, files: string): Promise<void> {
  // Without the check, PGlite would initialise a new database over the files that are left.
  if (!isDatabase(files)) throw new DatabaseDamaged(files, 'is damaged: it has no file PG_VERSION.')
  try {
    await thread.open(files)
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
    `The disk of ${files} is full. Free up some space: the database needs it to open, and may be undamaged.`,
  )
}

/** PostgreSQL starts by adding 16 MB to its log, and a new database takes 40 MB. */
const MIN_ROOM_TO_OPEN_BYTES = 64 * 1024 * 1024

/** PostgreSQL extends its log by 16 MB at a time, and refuses writes if it cannot. */
const MIN_ROOM_TO_WRITE_BYTES = 16 * 1024 * 1024

function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize >= bytes
}
