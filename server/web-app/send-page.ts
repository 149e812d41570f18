import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from './page.ts'

/** Sends a document, compressed as the client likes it best, or 304 to a client that has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: 200 | 404 = 200) {
  reply.headers({
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: 'Accept-Encoding',
    'content-security-policy': page.contentSecurityPolicy,
  })
  const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? []
  if (status === 200 && known.includes(page.etag)) return reply.code(304).send()

  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).type('text/html; charset=utf-8').send(page.bodies[encoding])
}

function chooseEncoding(accepted: string): keyof Page['bodies'] {
  const wanted = accepted.split(',').filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
  const names = wanted.map((entry) => entry.replace(/;.*/, '').trim().toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? 'identity'
}
