import { failed, success } from '#domain/kernel/result.ts'
import { readCertificate } from '../key/public-keys.ts'
import { thumbprintOf } from '../key/seal-key.ts'
import { listKeys } from '../key/seal-keys.queries.ts'
import type { Pass } from './pass.ts'

/** Compares the id and the expiry of each key with its certificate. */
export const verifyKeys: Pass = async ({ db }) => {
  const keys = await listKeys(db)
  for (const key of keys) {
    const broken = findBreak(key)
    if (broken) return failed(`seal_keys, key ${key.kid}: ${broken}`)
  }
  return success({ keys: keys.length })
}

type Key = Awaited<ReturnType<typeof listKeys>>[number]

function findBreak({ kid, certificate, not_after }: Key): string | undefined {
  const read = readCertificate(certificate)
  if (!read) return 'its certificate is damaged'
  if (thumbprintOf(read) !== kid) return 'its certificate is of another key'
  return read.validToDate.toISOString() === not_after ? undefined : 'its certificate ends at another time'
}
