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

/** Throws when this process may not read and write all of the database: PGlite would only abort. */
export function expectAccess(dataDir: string): void {
  for (const file of oursIn(dataDir)) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
}

/**
 * Gives what root has made in the data folder of another user to that user, whose Doorstep could not use it otherwise:
 * an operator may well be root.
 */
export function leaveToOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(dataDir)
  if (uid === 0) return
  for (const file of oursIn(dataDir)) fs.lchownSync(file, uid, gid)
}

/** A data folder may have more in it than is ours, such as the `lost+found` of a disk. */
function oursIn(dataDir: string): string[] {
  const folders = Object.values(foldersOf(dataDir)).filter((folder) => fs.existsSync(folder))
  const inside = folders.flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  return [lockFileOf(dataDir), ...folders, ...inside]
}

/** Makes what is in `unfinished` the database, in the place of one that may be there; a crash leaves one or the other. */
export function finishFiles(dataDir: string): void {
  const { files, unfinished, next, previous } = foldersOf(dataDir)
  leaveToOwner(dataDir)
  syncTree(unfinished)
  fs.renameSync(unfinished, next)
  syncEntry(dataDir)
  if (fs.existsSync(files)) fs.renameSync(files, previous)
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
