import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { NotDone } from './not-done.ts'

const SEAL = /^\nsha256:[0-9a-f]{64}\n$/
const SEAL_BYTES = 73

/**
 * Appends the hash of a file to it. PostgreSQL's programs do not read beyond the end of a dump. They notice if a part
 * is missing, but not if it has changed.
 */
export async function sealFile(file: string): Promise<void> {
  fs.appendFileSync(file, await sealOf(file, fs.statSync(file).size))
}

/** Throws `NotDone` if a sealed file has changed. A dump from `pg_dump` itself has no seal. */
export async function expectUnbrokenSeal(file: string): Promise<void> {
  const size = fs.statSync(file).size - SEAL_BYTES
  const seal = size < 0 ? '' : await readText(file, size)
  if (SEAL.test(seal) && seal !== (await sealOf(file, size)))
    throw new NotDone(`${file} is damaged: its hash does not match.`)
}

async function sealOf(file: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of fs.createReadStream(file, { end: size - 1 })) hash.update(chunk)
  return `\nsha256:${hash.digest('hex')}\n`
}

async function readText(file: string, start: number): Promise<string> {
  return (await fs.createReadStream(file, { start, encoding: 'latin1' }).toArray()).join('')
}
