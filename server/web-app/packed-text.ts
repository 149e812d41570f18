import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { hashSource } from './hash-source.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A text of the web app, ready to send. */
export type PackedText = {
  type: string
  contentSecurityPolicy: string
  /** The hash of the text, in the form that browsers check. */
  integrity: string
  /** Returns the text in an encoding. It is compressed when a client first asks for it. */
  bodyIn(encoding: Encoding): Promise<Buffer>
}

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Compressed texts by encoding and hash, because in tests one process starts many servers with the same texts. */
const compressed = new Map<string, Promise<Buffer>>()

/** Hashes a text. A start compresses nothing, because compressing every page took a third of it. */
export function packText(
  text: string,
  { type, contentSecurityPolicy }: Pick<PackedText, 'type' | 'contentSecurityPolicy'>,
): PackedText {
  const identity = Buffer.from(text)
  const integrity = hashSource(identity)
  return {
    type,
    contentSecurityPolicy,
    integrity,
    async bodyIn(encoding) {
      if (encoding === 'identity') return identity
      const key = `${encoding} ${integrity}`
      const body = compressed.get(key) ?? COMPRESSORS[encoding](identity)
      compressed.set(key, body)
      return body
    },
  }
}
