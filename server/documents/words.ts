import canonicalize from 'canonicalize'
import { sha256, sha256Hex } from '../sha256.ts'
import type { DocumentSource, SaleShown } from './pdf/source.ts'

/** What a document says of the stored sale, to compare with what an earlier version said. */
export type Words = Readonly<Record<string, string | boolean | null>>

/**
 * Returns the words of a sale; of its signature only the SHA-256. Another word would change the source of every document
 * without evidence, which `verify` compares.
 */
export function wordsOf({ session_id, received_at, contract_signature, ...words }: SaleShown): Words {
  return { ...words, contract_signature: contract_signature && sha256Hex(contract_signature) }
}

/** The names of the fields that are different from those of an earlier version. */
export const correctedFields = (before: Words, now: Words): string[] =>
  Object.keys(before).filter((field) => now[field] !== before[field])

/**
 * What a version depends on, and the version before it, so that a sale whose words are put back as they were gets
 * another version too. A repeated write of the same words does not.
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
