import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A hook for `onResponse` that logs which sale a call has written, so that its request id leads to the sale and
 * back.
 */
export async function logWrite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, params, headers } = request
  const isWrite = method === 'POST' || method === 'PATCH'
  if (!isWrite || reply.statusCode >= 300 || (params as { table?: string }).table !== 'opportunities') return
  // The range of no rows means that there is no such sale.
  if (String(reply.getHeader('content-range')).startsWith('*')) return
  const call = headers['idempotency-key']
  request.log.info({ method, call, status: reply.statusCode }, 'A sale was written')
}
