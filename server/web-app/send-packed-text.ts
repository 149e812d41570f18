import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, PackedText } from './packed-text.ts'

/**
 * Sends the text in the encoding that the client prefers, or 304 if the client has it. The text must be revalidated
 * unless another `cache-control` is set.
 */
export async function sendPackedText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: PackedText,
  status: 200 | 404 = 200,
) {
  const etag = `W/"${text.integrity}"`
  reply.headers({
    'cache-control': reply.getHeader('cache-control') ?? 'no-cache',
    etag,
    vary: 'Accept-Encoding',
    'content-security-policy': text.contentSecurityPolicy,
  })
  const known = request.headers['if-none-match']?.split(',') ?? []
  if (status === 200 && known.some((tag) => tag.trim() === etag)) return reply.code(304).send()

  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .type(text.type)
    .send(await text.bodyIn(encoding))
}

function chooseEncoding(accepted: string): Encoding {
  const wanted = accepted.split(',').filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
  const names = wanted.map((entry) => entry.replace(/;.*/, '').trim().toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? 'identity'
}
