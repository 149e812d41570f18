import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { DataReply } from '../postgrest/request.ts'
import type { Answer } from './problem.ts'

/** From this length on, compressing a text is worth some milliseconds on a slow connection. */
export const LARGE_BYTES = 32 * 1024
/** For a list of leads, level 4 would save only another hundredth and take a third longer. */
const LEVEL = 3

/** The headers of a long answer, uncompressed and compressed. */
export const VARIES = { vary: 'Accept-Encoding' }
export const PACKED = { ...VARIES, 'content-encoding': 'gzip' }

const promisedGzip = promisify(gzip)

/** Returns true if a client's `Accept-Encoding` allows gzip. */
export const acceptsGzip = (acceptEncoding: string | string[] = ''): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(acceptEncoding))

export const compress = (content: string | Uint8Array): Promise<Buffer> =>
  promisedGzip(content, { level: LEVEL })

/** Creates a packer that compresses content while it is still being made, to the same bytes as `compress`. */
export function createPacker() {
  const gzip = createGzip({ level: LEVEL })
  const packed = buffer(gzip)
  const add = (pieces: readonly Buffer[]): void => {
    for (const piece of pieces) gzip.write(piece)
  }
  return {
    add,
    end: (last: readonly Buffer[]): Promise<Buffer> => {
      add(last)
      gzip.end()
      return packed
    },
  }
}

/** Gzips a long answer if the client's `Accept-Encoding` allows it. */
export async function compressLarge(
  answer: Answer<DataReply>,
  acceptEncoding?: string | string[],
): Promise<Answer<DataReply>> {
  if (!answer.ok) return answer
  const { text, ...reply } = answer.value
  if (typeof text !== 'string' || text.length < LARGE_BYTES) return answer
  if (!acceptsGzip(acceptEncoding))
    return { ok: true, value: { ...reply, headers: { ...reply.headers, ...VARIES }, text } }
  const packed = await compress(text)
  return { ok: true, value: { ...reply, headers: { ...reply.headers, ...PACKED }, text: packed } }
}
