import fs from 'node:fs'
import path from 'node:path'
import { syncEntry, syncTree } from './durable-files.ts'

/**
 * The folders that an embedded database can have in its data folder. It is `files`; the others are only there while it
 * is made or replaced, and after a process that was killed then.
 */
export const foldersOf = (dataDir: string) => ({
  files: path.join(dataDir, 'postgres'),
  unfinished: path.join(dataDir, 'postgres.unfinished'),
  /** Whole and on disk: takes the place of `files`. */
  next: path.join(dataDir, 'postgres.next'),
  /** What was replaced. */
  previous: path.join(dataDir, 'postgres.previous'),
})

/** The file by which a data folder is taken. */
export const lockFileOf = (dataDir: string) => path.join(dataDir, 'lock')

/** Whether the folder has files of any kind. */
export const holdsAnything = (folder: string) => fs.existsSync(folder) && fs.readdirSync(folder).length > 0

/** Whether PostgreSQL would take the folder for a database. */
export const isDatabase = (files: string) => fs.existsSync(path.join(files, 'PG_VERSION'))

/** Throws when this process may not read and write all of the database: PGlite would only abort. */
export function expectAccess(dataDir: string): void {
  for (const { file } of oursIn(dataDir)) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
}

/** Throws when root would come upon a link in the folder of another user: it may lead to what is root's alone. */
export function expectNoLinks(dataDir: string): void {
  if (!findOwner(dataDir)) return
  const link = oursIn(dataDir).find(({ stats }) => isLink(stats))
  if (link) throw new Error(`${link.file} is a link, which root does not follow in what is another user's.`)
}

/** Gives what root has made in the data folder of another user to that user, whose Doorstep could not use it otherwise. */
export function leaveToOwner(dataDir: string): void {
  const owner = findOwner(dataDir)
  if (!owner) return
  for (const { file, stats } of oursIn(dataDir)) if (isOfRoot(stats)) give(file, owner)
}

/** Whose database it is, when root uses that of another user; the folder around it may be root's own. */
function findOwner(dataDir: string): fs.Stats | undefined {
  if (process.getuid?.() !== 0) return undefined
  const files = fs.lstatSync(foldersOf(dataDir).files, { throwIfNoEntry: false })
  const folder = fs.statSync(dataDir, { throwIfNoEntry: false })
  return [files, folder].find((stats) => stats && !isOfRoot(stats))
}

const isOfRoot = ({ uid }: fs.Stats) => uid === 0
/** Also one more name of a file that is root's. */
const isLink = (stats: fs.Stats) =>
  stats.isSymbolicLink() || (stats.isFile() && stats.nlink > 1 && isOfRoot(stats))

/** Some disks and containers know no other owner. Whoever may not use what stays root's is told so at the start. */
const CANNOT_GIVE = ['EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS']

function give(file: string, { uid, gid }: fs.Stats): void {
  try {
    fs.lchownSync(file, uid, gid)
  } catch (error) {
    if (!CANNOT_GIVE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

type Entry = { file: string; stats: fs.Stats }

/** A data folder may have more in it than is ours, such as the `lost+found` of a disk. */
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
 * Makes what is in `unfinished` the database. One that is there already goes to `aside`, by default to be deleted. A
 * crash leaves one or the other.
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

/** Ends a replacement where a crash has cut it short, and clears up; the folder must be locked. */
export function settleFiles(dataDir: string): void {
  const { files, ...others } = foldersOf(dataDir)
  if (!fs.existsSync(files) && fs.existsSync(others.next)) fs.renameSync(others.next, files)
  // Not the tree: closing the lock's file anywhere in this process would give the lock up.
  syncEntry(dataDir)
  for (const other of Object.values(others)) fs.rmSync(other, { recursive: true, force: true })
}
