import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { silentLog } from '../../crm-sync/push/sales.testing.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyConfig } from './key-files.ts'
import { createSealKeys } from './seal-keys.ts'

/** The settings of a server on the embedded database in this folder. */
export const keyConfigOf = (dataDir: string, change: Partial<KeyConfig> = {}): KeyConfig => ({
  dataDir,
  databaseUrl: undefined,
  company: NO_COMPANY,
  seal: { keyFile: undefined, certificateFile: undefined, password: undefined },
  ...change,
})

/** Settings that name a key file, beside a PostgreSQL. */
export const namedKey = (
  keyFile: string,
  certificateFile?: string,
  password?: string,
): Partial<KeyConfig> => ({
  databaseUrl: 'postgres://somewhere',
  seal: { keyFile, certificateFile, password },
})

/** Reads the key once, as the start of a server does. */
export async function readKeys(db: Db, config: KeyConfig, now = Date.now) {
  const keys = createSealKeys({ config, db, log: silentLog, now })
  keys.start()
  await keys.ready()
  await keys.stop()
  return keys
}

/** Makes a key and its certificate with openssl and returns their files. */
export function opensslKey(folder: string, name: string, kind = 'rsa:2048', days = 30) {
  const files = { key: path.join(folder, `${name}.key`), certificate: path.join(folder, `${name}.pem`) }
  const target = ['-keyout', files.key, '-out', files.certificate]
  const args = ['req', '-x509', '-newkey', ...kind.split(' '), '-nodes', '-days', String(days), ...target]
  execFileSync('openssl', [...args, '-subj', `/O=${name}/CN=${name}`], { stdio: 'pipe' })
  return files
}
