import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Logs, as a hook for `onResponse`, which sale a call has written, so that the request id leads to the sale and back.
 */
export async function logWrite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, params, headers, body } = request
  const isWrite = method === 'POST' || method === 'PATCH'
  if (!isWrite || reply.statusCode >= 300 || (params as { table?: string }).table !== 'opportunities') return
  // An empty list creates no sale, and an update with the range `*` found none.
  const isEmpty = Array.isArray(body) && body.length === 0
  const foundNone = method === 'PATCH' && String(reply.getHeader('content-range')).startsWith('*')
  if (isEmpty || foundNone) return
  const call = headers['idempotency-key']
  request.log.info({ method, call, status: reply.statusCode }, 'A sale was written')
}
