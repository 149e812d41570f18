import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import { listKeys } from './seal-keys.queries.ts'

/** Returns the public key of an id, if it ever sealed here. */
export type KeyOf = (kid: string) => KeyObject | undefined

/** Reads the public part of every key that ever sealed. */
export async function readPublicKeys(db: Db): Promise<KeyOf> {
  const rows = await listKeys(db)
  const keys = new Map(rows.map(({ kid, certificate }) => [kid, new X509Certificate(certificate).publicKey]))
  return (kid) => keys.get(kid)
}
