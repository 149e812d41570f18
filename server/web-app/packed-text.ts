import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { hashSource } from './hash-source.ts'

type Bodies = Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>

/** A text of the web app, ready to send. It is prepared once, at start. */
export type PackedText = {
  type: string
  contentSecurityPolicy: string
  /** The hash of the text, in the form that browsers check. */
  integrity: string
  bodies: Bodies
}

/**
 * Compressed texts by their hash. Compressing takes most of a start, and in tests one process starts many servers with
 * the same texts.
 */
const compressed = new Map<string, Promise<Bodies>>()

/** Compresses a text in every encoding that a client may accept. */
export async function packText(
  text: string,
  { type, contentSecurityPolicy }: Pick<PackedText, 'type' | 'contentSecurityPolicy'>,
): Promise<PackedText> {
  const identity = Buffer.from(text)
  const integrity = hashSource(identity)
  const bodies = compressed.get(integrity) ?? compress(identity)
  compressed.set(integrity, bodies)
  return { type, contentSecurityPolicy, integrity, bodies: await bodies }
}

async function compress(identity: Buffer): Promise<Bodies> {
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { br, gzip: gzipped, identity }
}
