import fs from 'node:fs/promises'
import path from 'node:path'
import { sellerName } from '#domain/agreement/seller.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Config } from '../../config.ts'
import { sealFolderOf } from '../../db/embedded/embedded-files.ts'
import type { KeyFailure } from './key-failure.ts'
import { CERTIFICATE_FILE, KEY_FILE, makeSealKey } from './make-key.ts'
import type { KeyFiles } from './seal-key.ts'

export type KeyConfig = Pick<Config, 'seal' | 'databaseUrl' | 'dataDir' | 'company'>

const READABLE_BY_ALL = 0o004

/** Returns true if an operator named the key file. A key that was made here never replaces another. */
export const isNamedKey = ({ seal }: KeyConfig) => seal.keyFile !== undefined

/**
 * Reads the files of the key: SEAL_KEY_FILE, or on the embedded database the files in DATA_DIR, which the first start
 * makes. If `everHadKey` returns true, a key was used before, and a missing one is not replaced.
 */
export async function readKeyFiles(
  config: KeyConfig,
  everHadKey: () => Promise<boolean>,
): Promise<Result<KeyFiles, KeyFailure>> {
  const { keyFile, certificateFile, password } = config.seal
  if (keyFile !== undefined) return readFiles(keyFile, certificateFile, password)
  if (config.databaseUrl !== undefined)
    return failed({ state: 'unset', reason: 'SEAL_KEY_FILE is not set, so nothing is sealed.' })
  const folder = sealFolderOf(config.dataDir)
  if (!(await isThere(folder))) {
    if (await everHadKey())
      return failed({
        state: 'missing',
        reason: `The seal key in ${folder} is gone. Put it back, or set SEAL_KEY_FILE.`,
      })
    await makeSealKey(folder, sellerName(config.company))
  }
  return readFiles(path.join(folder, KEY_FILE), path.join(folder, CERTIFICATE_FILE), undefined)
}

const isThere = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  )

async function readFiles(
  keyFile: string,
  certificateFile: string | undefined,
  password: string | undefined,
): Promise<Result<KeyFiles, KeyFailure>> {
  try {
    const { mode } = await fs.stat(keyFile)
    if (process.platform !== 'win32' && mode & READABLE_BY_ALL)
      return failed({
        state: 'corrupt',
        reason: `Every account can read the seal key ${keyFile}: chmod 600 it.`,
      })
    const certificate = certificateFile === undefined ? undefined : await fs.readFile(certificateFile)
    return success({ key: await fs.readFile(keyFile), certificate, password })
  } catch (error) {
    const { code = 'unknown', path: file = keyFile } = error as NodeJS.ErrnoException
    return failed({ state: 'missing', reason: `The seal key's file ${file} cannot be read (${code}).` })
  }
}
