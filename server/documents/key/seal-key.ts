import { createHash, createPrivateKey, sign as signWith, verify, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { KeyFailure } from './key-failure.ts'

/** Signs bytes with RSA PKCS#1 v1.5 and SHA-256. The same bytes always get the same signature. */
type Sign = (bytes: Uint8Array) => Promise<Uint8Array>

/** The company's key with its certificate. */
export type SealKey = Readonly<{
  /** The RFC 7638 thumbprint of the public key. */
  kid: string
  certificate: X509Certificate
  /** The certificates between this one and its authority, as DER. */
  chain: readonly Uint8Array[]
  sign: Sign
}>

/**
 * The files that a key is read from. They can be sent to a thread. `key` is PEM, or P12 with its certificates inside.
 */
export type KeyFiles = Readonly<{
  key: Uint8Array
  certificate: Uint8Array | undefined
  password: string | undefined
}>

const MIN_BITS = 2048
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const PROBE = Buffer.from('doorstep.seal.probe')
const signAsync = promisify(signWith)

const corrupt = (reason: string) => failed({ state: 'corrupt', reason } as const)

/** Reads a key and its certificate. Fails if either cannot be read or is not RSA, or if they do not belong together. */
export async function readSealKey(files: KeyFiles): Promise<Result<SealKey, KeyFailure>> {
  const parts = isPem(files.key) ? readPem(files) : await readP12(files)
  if (!parts.ok) return parts
  const { certificate } = parts.value
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS)
    return corrupt(`The seal key must be RSA with at least ${MIN_BITS} bits.`)
  const signature = await parts.value.sign(PROBE).catch(() => undefined)
  if (!signature || !verify('sha256', PROBE, certificate.publicKey, signature))
    return failed({ state: 'foreign', reason: 'The certificate of the seal belongs to another key.' })
  return success({ ...parts.value, kid: thumbprintOf(certificate) })
}

const isPem = (bytes: Uint8Array) => Buffer.from(bytes).includes('-----BEGIN')

function readPem({ key, certificate = key, password }: KeyFiles): Result<Omit<SealKey, 'kid'>, KeyFailure> {
  try {
    const privateKey = createPrivateKey({ key: Buffer.from(key), passphrase: password })
    const [own, ...chain] = [...Buffer.from(certificate).toString('latin1').matchAll(CERTIFICATES)].map(
      ([pem]) => new X509Certificate(pem),
    )
    if (!own && certificate !== key)
      return corrupt('There is no certificate (PEM) in the file of SEAL_CERT_FILE.')
    if (!own) return corrupt('There is no certificate with the seal key: set SEAL_CERT_FILE.')
    return success({
      certificate: own,
      chain: chain.map(({ raw }) => raw),
      sign: (bytes) => signAsync('sha256', bytes, privateKey),
    })
  } catch {
    return corrupt('The seal key or its certificate cannot be read: it is damaged, or its password is wrong.')
  }
}

async function readP12({ key, password = '' }: KeyFiles): Promise<Result<Omit<SealKey, 'kid'>, KeyFailure>> {
  try {
    // This module is large, and a key in PEM does not need it.
    const { P12Signer } = await import('@libpdf/core')
    const signer = await P12Signer.create(key, password)
    return success({
      certificate: new X509Certificate(signer.certificate),
      chain: signer.certificateChain,
      sign: (bytes) => signer.sign(bytes, 'SHA-256'),
    })
  } catch {
    return corrupt('The seal key cannot be read: the file is damaged, or SEAL_KEY_PASSWORD is wrong.')
  }
}

/** Returns the RFC 7638 thumbprint of an RSA certificate's key. */
export function thumbprintOf({ publicKey }: X509Certificate): string {
  const { e, kty, n } = publicKey.export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
