import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { DataReply } from '../postgrest/request.ts'
import type { Answer } from './problem.ts'

/** Compressing a long list is worth some milliseconds on a slow connection; a short answer is not. */
const LARGE_BYTES = 32 * 1024
const LEVEL = 4

const promisedGzip = promisify(gzip)

/** Whether a client's `Accept-Encoding` allows gzip. */
export const acceptsGzip = (acceptEncoding: string | string[] = ''): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(acceptEncoding))

export const compress = (content: string | Uint8Array): Promise<Buffer> =>
  promisedGzip(content, { level: LEVEL })

/** Gzips a long answer if the client's `Accept-Encoding` allows it. */
export async function compressLarge(
  answer: Answer<DataReply>,
  acceptEncoding?: string | string[],
): Promise<Answer<DataReply>> {
  if (!answer.ok) return answer
  const { text, ...reply } = answer.value
  if (typeof text !== 'string' || text.length < LARGE_BYTES) return answer
  const headers = { ...reply.headers, vary: 'Accept-Encoding' }
  if (!acceptsGzip(acceptEncoding)) return { ok: true, value: { ...reply, headers, text } }
  const packed = await compress(text)
  return { ok: true, value: { ...reply, headers: { ...headers, 'content-encoding': 'gzip' }, text: packed } }
}
