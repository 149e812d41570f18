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

/** Makes what is in `unfinished` the database, in the place of one that may be there; a crash leaves one or the other. */
export function finishFiles(dataDir: string): void {
  const { files, unfinished, next, previous } = foldersOf(dataDir)
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
