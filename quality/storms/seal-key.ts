import { rmSync } from 'node:fs'
import { opensslKey } from '#server/documents/key/seal-keys.testing.ts'
import { freshFolder } from '#server/testing/databases.ts'

/** Makes a seal key for a storm, in a folder that `remove` deletes. */
export function makeSealKey() {
  const folder = freshFolder()
  const { key, certificate } = opensslKey(folder, 'storm')
  return {
    settings: { SEAL_KEY_FILE: key, SEAL_CERT_FILE: certificate },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
