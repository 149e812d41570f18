import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { hashSource } from './hash-source.ts'

/** A text of the web app as it is sent, prepared once at start. */
export type PackedText = {
  type: string
  contentSecurityPolicy: string
  /** The hash of the text, as a browser checks it. */
  integrity: string
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

/** Compresses a text in every way that a client may accept. */
export async function packText(
  text: string,
  { type, contentSecurityPolicy }: Pick<PackedText, 'type' | 'contentSecurityPolicy'>,
): Promise<PackedText> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return {
    type,
    contentSecurityPolicy,
    integrity: hashSource(identity),
    bodies: { br, gzip: gzipped, identity },
  }
}
