import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A long list on a bad line is worth some milliseconds of ours; a short answer is not. */
const LARGE_BYTES = 32 * 1024
const LEVEL = 4

const compress = promisify(gzip)

/** An `onSend` hook: long answers are gzipped for clients that take it. */
export async function compressLarge(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < LARGE_BYTES) return payload
  reply.header('vary', 'Accept-Encoding')
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''))) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload, { level: LEVEL })
}
