import fs from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { DatabaseDamaged, openFiles } from '../db/embedded/embedded.ts'
import { embeddedDb } from '../db/embedded/embedded-db.ts'
import { finishFiles, foldersOf, holdsAnything, settleFiles } from '../db/embedded/embedded-files.ts'
import { EmbeddedDatabaseInUse, lockFolder } from '../db/embedded/folder-lock.ts'
import { unpackFiles } from '../db/embedded/unpack-files.ts'
import type { Db } from '../db/schema.ts'
import { expectBackupOf, makeBackupFile } from './backup-file.ts'
import {
  BEGIN_NEW_LIFE,
  type Contents,
  countContents,
  expectDoorstep,
  refuseToTakeAway,
} from './contents.queries.ts'
import { NotDone } from './not-done.ts'

/**
 * Writes the files of the embedded database as a `.tar.gz` and returns its contents. No Doorstep may use the database
 * meanwhile. Throws `NotDone`.
 */
export async function backUpEmbedded(dataDir: string, file: string): Promise<Contents> {
  if (!fs.existsSync(dataDir)) throw new NotDone(`There is no data folder ${dataDir}: set DATA_DIR.`)
  return withFolder(dataDir, async () => {
    const { files } = foldersOf(dataDir)
    if (!fs.existsSync(files)) throw new NotDone(`There is no database in ${dataDir}: set DATA_DIR.`)
    // After opening and closing, the files need no recovery.
    const contents = await withDatabase(files, async (db) => {
      await expectDoorstep(db)
      return countContents(db)
    })
    await makeBackupFile(file, async (unfinished) => {
      await pipeline(packTar(files), createGzip(), fs.createWriteStream(unfinished))
      await readThrough(unfinished)
    })
    return contents
  })
}

/**
 * Replaces the embedded database with a backup, completely or not at all, and returns its contents. Keeps a database
 * that holds something unless `replace`. Moves a damaged one aside and says where. Throws `NotDone`.
 */
export async function restoreEmbedded(
  { dataDir, say }: { dataDir: string; say: (step: string) => void },
  file: string,
  replace: boolean,
): Promise<Contents> {
  expectBackupOf('embedded', file)
  return withFolder(dataDir, async () => {
    const { files, unfinished, previous } = foldersOf(dataDir)
    const isDamaged = holdsAnything(files) && !(await isReplaceable(files, replace))
    const contents = await unpack(file, unfinished)
    const aside = isDamaged ? path.join(dataDir, `postgres.damaged-${momentInName()}`) : previous
    if (isDamaged) say(`The damaged database is kept in ${aside}. Delete it when you no longer need it.`)
    finishFiles(dataDir, aside)
    return contents
  })
}

/**
 * Returns true if the database may be replaced, or false if it is damaged and `replace` is set. Throws if it must stay.
 */
async function isReplaceable(files: string, replace: boolean): Promise<boolean> {
  try {
    await withDatabase(files, (db) => refuseToTakeAway(db, replace))
    return true
  } catch (error) {
    if (!replace || !(error instanceof DatabaseDamaged)) throw error
    return false
  }
}

/** Unpacks a backup and begins a new life of it, so that phones read their lists again. */
async function unpack(file: string, folder: string): Promise<Contents> {
  try {
    await readThrough(file)
    await unpackFiles(fs.createReadStream(file), folder).catch((error: Error) => {
      throw new NotDone(`${file} cannot be unpacked: ${error.message}.`)
    })
    return await withDatabase(folder, async (db, exec) => {
      await exec(BEGIN_NEW_LIFE)
      return countContents(db)
    })
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    if (!(error instanceof DatabaseDamaged)) throw error
    throw new NotDone(`The database in ${file} ${error.finding} Nothing was changed.`)
  }
}

/** Reads a compressed file to its end, which fails if a part is missing or wrong. */
async function readThrough(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(fs.createReadStream(file), createGunzip(), nowhere).catch((error: Error) => {
    throw new NotDone(`${file} is damaged: ${error.message}.`)
  })
}

/** Returns the present moment for the name of a folder, such as `2026-03-01T10-00-00Z`. */
const momentInName = () => new Date().toISOString().replaceAll(':', '-').replace(/\.\d+/, '')

async function withFolder<Value>(dataDir: string, work: () => Promise<Value>): Promise<Value> {
  const lock = lockAtRest(dataDir)
  try {
    settleFiles(dataDir)
    return await work()
  } finally {
    lock.release()
  }
}

function lockAtRest(dataDir: string) {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseInUse)) throw error
    throw new NotDone(
      `Doorstep is running on ${dataDir}. Stop it first: a backup or restore needs the embedded database to itself.`,
    )
  }
}

type Exec = (script: string) => Promise<unknown>

async function withDatabase<Value>(
  files: string,
  work: (db: Db, exec: Exec) => Promise<Value>,
): Promise<Value> {
  const thread = await openFiles(files)
  try {
    return await work(embeddedDb(thread), (script) => thread.exec(script))
  } finally {
    await thread.close()
  }
}
