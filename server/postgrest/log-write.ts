import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A hook for `onResponse` that logs which sale a call has written, so that its request id leads to the sale and
 * back.
 */
export async function logWrite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, params, headers, body } = request
  const isWrite = method === 'POST' || method === 'PATCH'
  if (!isWrite || reply.statusCode >= 300 || (params as { table?: string }).table !== 'opportunities') return
  // An update whose range is that of no rows found no such sale, and an empty list makes none.
  const isEmpty = Array.isArray(body) && body.length === 0
  const foundNone = method === 'PATCH' && String(reply.getHeader('content-range')).startsWith('*')
  if (isEmpty || foundNone) return
  const call = headers['idempotency-key']
  request.log.info({ method, call, status: reply.statusCode }, 'A sale was written')
}
