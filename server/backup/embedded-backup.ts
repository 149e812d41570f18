import fs from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { openFiles } from '../db/embedded/embedded.ts'
import { finishFiles, foldersOf, settleFiles } from '../db/embedded/embedded-files.ts'
import { EmbeddedDatabaseInUse, lockFolder } from '../db/embedded/folder-lock.ts'
import type { Schema } from '../db/schema.ts'
import { expectBackupOf, makeBackupFile } from './backup-file.ts'
import {
  BEGIN_NEW_LIFE,
  type Contents,
  countContents,
  expectDoorstep,
  refuseToTakeAway,
} from './contents.queries.ts'
import { NotDone } from './not-done.ts'
import { unpackTar } from './unpack-tar.ts'

/** Backs up the embedded database of a data folder, which no Doorstep may use meanwhile. Throws `NotDone`. */
export async function backUpEmbedded(dataDir: string, file: string): Promise<Contents> {
  if (!fs.existsSync(dataDir)) throw new NotDone(`There is no data folder ${dataDir}: set DATA_DIR.`)
  return withFolder(dataDir, async () => {
    const { files } = foldersOf(dataDir)
    if (!fs.existsSync(files)) throw new NotDone(`There is no database in ${dataDir}: set DATA_DIR.`)
    return withPglite(files, async (pglite) => {
      await expectDoorstep(dbOf(pglite))
      await makeBackupFile(file, async (unfinished) => {
        const archive = await pglite.dumpDataDir('gzip')
        fs.writeFileSync(unfinished, await archive.bytes())
        await readArchive(unfinished)
      })
      return countContents(dbOf(pglite))
    })
  })
}

/**
 * Puts a backup in the place of what a data folder has: wholly, or not at all. What is there is kept unless it is
 * empty or `replace` says otherwise. Throws `NotDone`.
 */
export async function restoreEmbedded(dataDir: string, file: string, replace: boolean): Promise<Contents> {
  expectBackupOf('embedded', file)
  const archive = await readArchive(file)
  return withFolder(dataDir, async () => {
    const { files, unfinished } = foldersOf(dataDir)
    if (!replace && fs.existsSync(files))
      await withPglite(files, (pglite) => refuseToTakeAway(dbOf(pglite), replace))
    unpackTar(archive, unfinished)
    const contents = await withPglite(unfinished, async (pglite) => {
      await pglite.exec(BEGIN_NEW_LIFE)
      return countContents(dbOf(pglite))
    }).catch((error: Error) => {
      throw new NotDone(`${file} cannot be restored: ${error.message}`)
    })
    finishFiles(dataDir)
    return contents
  })
}

async function readArchive(file: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(fs.readFileSync(file))
  } catch (error) {
    throw new NotDone(`${file} is damaged: ${(error as Error).message}.`)
  }
}

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
      `Doorstep runs on ${dataDir}. Stop it first: the embedded database is backed up and restored at rest.`,
    )
  }
}

async function withPglite<Value>(files: string, work: (pglite: PGlite) => Promise<Value>): Promise<Value> {
  const pglite = await openFiles(files)
  try {
    return await work(pglite)
  } finally {
    await pglite.close()
  }
}

const dbOf = (pglite: PGlite) => new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
