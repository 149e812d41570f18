import canonicalize from 'canonicalize'
import { sha256, sha256Hex } from '../sha256.ts'
import type { DocumentSource, SaleShown } from './pdf/source.ts'

/** What a document says of the stored sale, kept to compare with other versions. */
export type Words = Readonly<Record<string, string | boolean | null>>

/**
 * Returns the words of a sale, with only the SHA-256 of its signature. Adding a word would change the source of every
 * document without evidence, which `verify` compares.
 */
export function wordsOf({ session_id, received_at, contract_signature, ...words }: SaleShown): Words {
  return { ...words, contract_signature: contract_signature && sha256Hex(contract_signature) }
}

/** Returns the names of the fields that differ from an earlier version. */
export const correctedFields = (before: Words, now: Words): string[] =>
  Object.keys(before).filter((field) => now[field] !== before[field])

/**
 * Returns the hash of everything a version depends on. It includes the previous version, so that a sale gets another
 * version even if its words are put back as they were. A repeated write of the same words makes no version.
 */
export function sourceHashOf(
  { sale, signing }: Pick<DocumentSource, 'sale' | 'signing'>,
  versionBefore: Uint8Array | null,
): Buffer {
  const { agreementSha256 = null, evidenceSha256 = null, findings = [] } = signing ?? {}
  const before = versionBefore && Buffer.from(versionBefore).toString('hex')
  const source = { words: wordsOf(sale), agreementSha256, evidenceSha256, findings, before }
  return sha256(canonicalize(source) as string)
}
