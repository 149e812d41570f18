import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import { listKeys } from './seal-keys.queries.ts'

/** Returns the public key with an id, if it ever sealed here. */
export type KeyOf = (kid: string) => KeyObject | undefined

/**
 * Reads the public part of every key that ever sealed. If a key is damaged, everything that it signed counts as
 * unsigned.
 */
export async function readPublicKeys(db: Db): Promise<KeyOf> {
  const keys = new Map<string, KeyObject>()
  for (const { kid, certificate } of await listKeys(db)) {
    const read = readCertificate(certificate)
    if (read) keys.set(kid, read.publicKey)
  }
  return (kid) => keys.get(kid)
}

/** Reads a stored certificate (DER). Returns undefined if it is damaged. */
export function readCertificate(der: Uint8Array): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der)
    // Node reads the public key only when it is accessed.
    return certificate.publicKey && certificate
  } catch {
    return undefined
  }
}
