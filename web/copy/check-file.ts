import type { SealedVersion } from '#protocol/copy.ts'
import { hexOf } from './code.ts'
import { momentInWords } from './moment-in-words.ts'

/** A public key as the JWKS publishes it. */
export type PublicKey = JsonWebKey & { kid?: string }

/** Nothing we seal is larger, so a larger file need not be read. */
const MAX_FILE_BYTES = 20 * 1024 * 1024

const NOT_SEALED = 'This file is not one we sealed. It may have been changed, printed to PDF or re-saved.'

type Known = {
  documents: readonly SealedVersion[]
  keys: readonly PublicKey[]
  /** The hash of the agreement in the customer's own code, in base64url. */
  agreementHash: string
}

/**
 * Compares a file with our sealed documents, inside the browser, and verifies our statement about it. Returns the
 * result in sentences. Rejects if the browser cannot hash or read the file.
 */
export async function checkFile(file: Blob, { documents, keys, agreementHash }: Known): Promise<string[]> {
  if (file.size > MAX_FILE_BYTES) return [NOT_SEALED]
  const hash = await sha256(await file.arrayBuffer())
  const found = documents.find(({ pdf_sha256 }) => pdf_sha256 === hash)
  if (!found) return [NOT_SEALED]
  if (!(await isStated(found, keys)))
    return [
      NOT_SEALED,
      'We have a record of it, but the seal on that record cannot be verified. Please tell us.',
    ]
  return [
    `This file is, byte for byte, the one we sealed on ${momentInWords(found.sealed_at)}.`,
    agreementSentence(found, agreementHash),
  ]
}

function agreementSentence({ agreement_sha256 }: SealedVersion, agreementHash: string): string {
  if (agreement_sha256 === null) return 'There is no record of what was shown at your door.'
  return agreement_sha256 === hexOf(agreementHash)
    ? 'The agreement in it is the one shown at your door.'
    : 'The agreement in it is not the one your code was made for.'
}

/** Returns whether all that we sealed is about another agreement than the customer's code. */
export function isOfAnotherAgreement(documents: readonly SealedVersion[], agreementHash: string): boolean {
  const known = documents.flatMap(({ agreement_sha256 }) => agreement_sha256 ?? [])
  return known.length > 0 && !known.includes(hexOf(agreementHash))
}

/** Returns whether one of our keys has signed exactly these facts. */
async function isStated(document: SealedVersion, keys: readonly PublicKey[]): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = document.statement.split('.')
  const { kid, alg } = read<{ kid?: string; alg?: string }>(header)
  const key = keys.find((one) => one.kid === kid)
  if (!key || alg !== 'RS256') return false
  const scheme = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const { kty = '', n = '', e = '' } = key
  const verifier = await crypto.subtle.importKey('jwk', { kty, n, e }, scheme, false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  if (!(await crypto.subtle.verify(scheme, verifier, bytesOf(signature), signed))) return false
  const stated = read<{ pdf_sha256?: string; agreement_sha256?: string | null }>(payload)
  return (
    asHex(stated.pdf_sha256) === document.pdf_sha256 &&
    asHex(stated.agreement_sha256) === document.agreement_sha256
  )
}

/** Returns a hash in hex. A statement may write it in hex or in base64url. */
const asHex = (hash: string | null | undefined) => (hash?.length === 43 ? hexOf(hash) : (hash ?? null))

const bytesOf = (base64url: string) =>
  Uint8Array.from(hexOf(base64url).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const read = <Value>(base64url: string): Value =>
  JSON.parse(new TextDecoder().decode(bytesOf(base64url))) as Value

async function sha256(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
