import fs from 'node:fs'
import path from 'node:path'

/** Syncs a file, or a folder with everything in it, to disk. */
export function syncTree(root: string): void {
  if (fs.statSync(root).isDirectory())
    for (const name of fs.readdirSync(root)) syncTree(path.join(root, name))
  syncEntry(root)
}

/** Makes one file, or the names in one folder, survive a power cut. */
export function syncEntry(file: string): void {
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
