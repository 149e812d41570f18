import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { silentLog } from '../../crm-sync/push/sales.testing.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyConfig } from './key-files.ts'
import { createSealKeys } from './seal-keys.ts'

/** Returns the settings of a server on the embedded database in this folder. */
export const keyConfigOf = (dataDir: string, change: Partial<KeyConfig> = {}): KeyConfig => ({
  dataDir,
  databaseUrl: undefined,
  company: NO_COMPANY,
  seal: { keyFile: undefined, certificateFile: undefined, password: undefined },
  ...change,
})

/** Returns settings that name a key file and a PostgreSQL. */
export const namedKey = (
  keyFile: string,
  certificateFile?: string,
  password?: string,
): Partial<KeyConfig> => ({
  databaseUrl: 'postgres://somewhere',
  seal: { keyFile, certificateFile, password },
})

/** Reads the key once, as a starting server does. */
export async function readKeys(db: Db, config: KeyConfig, now = Date.now) {
  const keys = createSealKeys({ config, db, log: silentLog, now })
  keys.start()
  await keys.ready()
  await keys.stop()
  return keys
}

/** Reads a key for a test that needs any key. */
export function readSomeKey(db: Db, folder: string) {
  const { key, certificate } = opensslKey(folder, 'company')
  return readKeys(db, keyConfigOf(folder, namedKey(key, certificate)))
}

/** Keys by name and kind. Making a key takes ten times as long as making its certificate. */
const keys = new Map<string, string>()

/** Makes a certificate with openssl, and a key unless there is one of this name and kind. Returns their files. */
export function opensslKey(folder: string, name: string, kind = 'rsa:2048', days = 30) {
  const files = { key: path.join(folder, `${name}.key`), certificate: path.join(folder, `${name}.pem`) }
  const known = keys.get(`${name} ${kind}`)
  if (known) fs.writeFileSync(files.key, known, { mode: 0o600 })
  const source = known ? ['-key', files.key] : ['-newkey', ...kind.split(' '), '-nodes', '-keyout', files.key]
  const args = ['req', '-x509', ...source, '-days', String(days), '-out', files.certificate]
  execFileSync('openssl', [...args, '-subj', `/O=${name}/CN=${name}`], { stdio: 'pipe' })
  keys.set(`${name} ${kind}`, fs.readFileSync(files.key, 'utf8'))
  return files
}
