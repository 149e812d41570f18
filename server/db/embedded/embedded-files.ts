import fs from 'node:fs'
import path from 'node:path'
import { syncEntry, syncTree } from './sync-files.ts'

/**
 * Returns the folders of an embedded database in its data folder. The database is in `files`. The others exist only
 * while it is created or replaced, or if a process was killed during that.
 */
export const foldersOf = (dataDir: string) => ({
  files: path.join(dataDir, 'postgres'),
  unfinished: path.join(dataDir, 'postgres.unfinished'),
  /** Complete and synced to disk, and about to become `files`. */
  next: path.join(dataDir, 'postgres.next'),
  /** The database that was replaced. */
  previous: path.join(dataDir, 'postgres.previous'),
})

/** Returns the folder of the seal key, which is in no backup of the database. */
export const sealFolderOf = (dataDir: string) => path.join(dataDir, 'seal')

/** Returns the file that a process locks to use a data folder. */
export const lockFileOf = (dataDir: string) => path.join(dataDir, 'lock')

/** Returns true if the folder exists and is not empty. */
export const holdsAnything = (folder: string) => fs.existsSync(folder) && fs.readdirSync(folder).length > 0

/** Returns true if PostgreSQL would recognise the folder as a database. */
export const isDatabase = (files: string) => fs.existsSync(path.join(files, 'PG_VERSION'))

/** Throws if this process may not read and write all of the database, because PGlite would only abort. */
export function expectAccess(dataDir: string): void {
  for (const { file } of oursIn(dataDir)) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
}

/** Throws if root would follow a link in another user's folder, because it could lead to root's own files. */
export function expectNoLinks(dataDir: string): void {
  if (!findOwner(dataDir)) return
  const link = [...oursIn(dataDir), ...entriesOf(sealFolderOf(dataDir))].find(({ stats }) => isLink(stats))
  if (link) throw new Error(`${link.file} is a link, which root does not follow in what is another user's.`)
}

/** Gives files that root created in another user's data folder to that user. */
export function leaveToOwner(dataDir: string): void {
  const owner = findOwner(dataDir)
  if (!owner) return
  for (const { file, stats } of [...oursIn(dataDir), ...entriesOf(sealFolderOf(dataDir))])
    if (isOfRoot(stats)) give(file, owner)
}

/** Returns the owner of the database if root is using another user's. The folder around it may be root's own. */
function findOwner(dataDir: string): fs.Stats | undefined {
  if (process.getuid?.() !== 0) return undefined
  const files = fs.lstatSync(foldersOf(dataDir).files, { throwIfNoEntry: false })
  const folder = fs.statSync(dataDir, { throwIfNoEntry: false })
  return [files, folder].find((stats) => stats && !isOfRoot(stats))
}

const isOfRoot = ({ uid }: fs.Stats) => uid === 0
/** Returns true for a symbolic link, and for a second name of a file that root owns. */
const isLink = (stats: fs.Stats) =>
  stats.isSymbolicLink() || (stats.isFile() && stats.nlink > 1 && isOfRoot(stats))

/**
 * Some disks and containers cannot change the owner. If the owner then cannot use the files, their next start says so.
 */
const CANNOT_GIVE = ['EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS']

function give(file: string, { uid, gid }: fs.Stats): void {
  try {
    fs.lchownSync(file, uid, gid)
  } catch (error) {
    if (!CANNOT_GIVE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

type Entry = { file: string; stats: fs.Stats }

/** Returns only our entries: a data folder can hold other files, such as the `lost+found` of a disk. */
function oursIn(dataDir: string): Entry[] {
  return [lockFileOf(dataDir), ...Object.values(foldersOf(dataDir))].flatMap(entriesOf)
}

function entriesOf(file: string): Entry[] {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  if (!stats) return []
  const names = stats.isDirectory() ? fs.readdirSync(file) : []
  return [{ file, stats }, ...names.flatMap((name) => entriesOf(path.join(file, name)))]
}

/**
 * Makes the files in `unfinished` the database. Moves an existing database to `aside`, and by default deletes it. A
 * crash leaves either the old or the new one.
 */
export function finishFiles(dataDir: string, aside = foldersOf(dataDir).previous): void {
  const { files, unfinished, next } = foldersOf(dataDir)
  leaveToOwner(dataDir)
  syncTree(unfinished)
  fs.renameSync(unfinished, next)
  syncEntry(dataDir)
  if (fs.existsSync(files)) fs.renameSync(files, aside)
  settleFiles(dataDir)
}

/** Completes a replacement that a crash cut short, and removes the other folders. The data folder must be locked. */
export function settleFiles(dataDir: string): void {
  const { files, ...others } = foldersOf(dataDir)
  if (!fs.existsSync(files) && fs.existsSync(others.next)) fs.renameSync(others.next, files)
  // Not `syncTree`: it would close the lock's file, and so lose this process its lock.
  syncEntry(dataDir)
  for (const other of Object.values(others)) fs.rmSync(other, { recursive: true, force: true })
}
