import fs from 'node:fs'
import path from 'node:path'

const BLOCK = 512
const FOLDER = '5'

/**
 * Writes the files and folders of a tar archive, as PGlite packs its own, under `target`. Loading one is PGlite's too,
 * but makes a whole database first, which takes ten times as long.
 */
export function unpackTar(archive: Buffer, target: string): void {
  fs.mkdirSync(target, { recursive: true, mode: 0o700 })
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const name = textOf(archive, at, 100)
    const size = Number.parseInt(textOf(archive, at + 124, 12), 8) || 0
    const file = path.join(target, name)
    if (path.relative(target, file).startsWith('..'))
      throw new Error('The archive has a name that leaves it.')
    if (textOf(archive, at + 156, 1) === FOLDER) fs.mkdirSync(file, { recursive: true, mode: 0o700 })
    else writeFile(file, archive.subarray(at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

function writeFile(file: string, content: Buffer): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  fs.writeFileSync(file, content, { mode: 0o600 })
}

const textOf = (archive: Buffer, start: number, length: number) =>
  archive
    .toString('latin1', start, start + length)
    .replace(/\0.*/s, '')
    .trim()
