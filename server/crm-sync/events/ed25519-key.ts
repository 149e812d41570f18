import { createPublicKey, type KeyObject } from 'node:crypto'

/** The Ed25519 public key of a PEM (its line breaks may be written as `\n`) or of the base64 of its DER, if it is one. */
export function findEd25519Key(text: string): KeyObject | undefined {
  const pem = text.replaceAll('\\n', '\n')
  if (pem.includes('PRIVATE KEY')) return undefined
  try {
    const key = pem.startsWith('-----')
      ? createPublicKey(pem)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
