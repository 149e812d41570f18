import fs from 'node:fs'
import path from 'node:path'
import { syncEntry, syncTree } from '../../db/embedded/sync-files.ts'

export const KEY_FILE = 'key.pem'
export const CERTIFICATE_FILE = 'certificate.pem'

/**
 * Makes an RSA key with a self-signed certificate for ten years, in a new folder that appears with both files or not at
 * all. Only the account of the server can read it.
 */
export async function makeSealKey(folder: string, organisation: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  // This module is needed once, and is large.
  const { makePair } = await import('./make-pair.ts')
  const { key, certificate } = await makePair(organisation)
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(unfinished, KEY_FILE), key, { mode: 0o600 })
  fs.writeFileSync(path.join(unfinished, CERTIFICATE_FILE), certificate, { mode: 0o600 })
  syncTree(unfinished)
  fs.renameSync(unfinished, folder)
  syncEntry(path.dirname(folder))
}
