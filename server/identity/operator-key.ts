import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { newSecret } from './secrets.ts'

const FILE = 'operator-key'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Returns the key with which `npx doorstep` proves to the Doorstep on the embedded database that an operator gave the
 * command: anyone who can read the data folder is an operator. Makes the key if the folder has no key yet. Undefined
 * with a PostgreSQL, which commands reach themselves.
 */
export function operatorKeyFor({ databaseUrl, dataDir }: Place): string | undefined {
  if (databaseUrl !== undefined) return undefined
  const known = readOperatorKey(dataDir)
  if (known !== undefined) return known
  const key = newSecret()
  fs.writeFileSync(path.join(dataDir, FILE), key, { mode: 0o600 })
  return key
}

/** Returns the key in a data folder, or undefined if the folder has no key. */
export function readOperatorKey(dataDir: string): string | undefined {
  try {
    return fs.readFileSync(path.join(dataDir, FILE), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
