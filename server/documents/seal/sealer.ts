import { PDF } from '@libpdf/core'
import type { SealKey } from '../key/seal-key.ts'

/** Seals a finished PDF. The same file, key and time make the same bytes. */
export type Sealer = (pdf: Uint8Array, at: Date) => Promise<Uint8Array>

/** Larger than any key and its certificates need. */
const AMPLE_BYTES = 32_768
/** The signature in a file, as hex, padded with zeros. */
const CONTENTS = /\/Contents <([0-9A-Fa-f]+)>/

/**
 * Creates a sealer: PAdES B-B, one signature over the whole file, with a fixed time. The signature fills its space
 * exactly, because the bytes of a padding could be changed without breaking the seal.
 */
export function createSealer({ certificate, chain, sign }: SealKey): Sealer {
  let size: number | undefined

  const sealIn = async (pdf: Uint8Array, at: Date, estimatedSize: number) => {
    const document = await PDF.load(pdf)
    const { bytes } = await document.sign({
      signer: {
        certificate: certificate.raw,
        certificateChain: [...chain],
        keyType: 'RSA',
        signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
        sign,
      },
      level: 'B-B',
      subFilter: 'ETSI.CAdES.detached',
      digestAlgorithm: 'SHA-256',
      fieldName: 'Seal',
      reason: 'Sealed by the company',
      signingTime: at,
      estimatedSize,
    })
    return bytes
  }

  return async (pdf, at) => {
    size ??= sizeOf(await sealIn(pdf, at, AMPLE_BYTES))
    return sealIn(pdf, at, size)
  }
}

/** Returns the size in bytes of the DER structure of the signature, according to its own header. */
function sizeOf(sealed: Uint8Array): number {
  const [, hex = ''] = CONTENTS.exec(Buffer.from(sealed).toString('latin1')) ?? []
  const header = Buffer.from(hex.slice(0, 12), 'hex')
  const [, first = 0] = header
  const lengthBytes = first & 0x7f
  return 2 + lengthBytes + header.readUIntBE(2, lengthBytes)
}
