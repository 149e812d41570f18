import canonicalize from 'canonicalize'
import type { Agreement } from '#domain/agreement/agreement.ts'
import type { Evidence, SigningRecord } from '#domain/evidence/evidence.ts'

/** SHA-256 of a text in UTF-8, as hex: WebCrypto on the phone, node:crypto on the server. */
type Sha256<Hash> = (text: string) => Hash

/** Returns the exact text that the customer's hash covers: the agreement's canonical JSON (RFC 8785). */
export const agreementText = (agreement: Agreement): string => canonicalize(agreement) as string

export const evidenceText = (evidence: Evidence): string => canonicalize(evidence) as string

/** Returns the hash of an agreement, in whatever form the hash function gives it. */
export const agreementHash = <Hash>(agreement: Agreement, sha256: Sha256<Hash>): Hash =>
  sha256(agreementText(agreement))

export const evidenceHash = <Hash>(evidence: Evidence, sha256: Sha256<Hash>): Hash =>
  sha256(evidenceText(evidence))

/** Converts a SHA-256 from hex to the 43 characters of base64url that an address uses. */
export function hashInAddress(hex: string): string {
  const bytes = (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** What a phone sends about a signing; `receipt` is the signed one from an earlier answer, if there was one. */
export type EvidenceCall = SigningRecord & { receipt?: string }

/** The response header with the hash of the evidence that the server has: `sha256=<hex>`. */
export const EVIDENCE_HEADER = 'evidence'

/** What the server states about evidence that it received. Salt and hashes are hex. */
export type EvidenceReceipt = {
  session_id: string
  evidence_sha256: string
  received_at: string
  chain: string
  salt: string
}

/**
 * The answer to evidence: the receipt, and the same as a signed JWS, which is null while the server has no key to sign
 * with.
 */
export type EvidenceAnswer = EvidenceReceipt & { receipt: string | null }
