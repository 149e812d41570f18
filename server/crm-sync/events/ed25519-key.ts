import { createPublicKey, type KeyObject } from 'node:crypto'

/**
 * Reads an Ed25519 public key from PEM (line breaks may be written as `\n`) or from the base64 of its DER. Returns
 * undefined for any other text.
 */
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
