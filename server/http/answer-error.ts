import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '#protocol/problems.ts'
import { databaseProblem } from './database-problem.ts'
import { type Problem, problemOf, sendProblem } from './problem.ts'

const REQUEST_PROBLEMS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_NOT_FOUND: 'not-found',
}

/**
 * The error handler of JSON routes (`setErrorHandler`, `frameworkErrors`). It returns every error as a problem in
 * PostgREST's shape. It logs only our own faults, without their message, which may contain personal data.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = requestProblem(error) ?? databaseProblem(error) ?? problemOf('internal-error')
  takeWholeBody(reply, problem.status)
  if (problem.status >= 500) request.log.error({ ...traceOf(error), status: problem.status }, 'A call failed')
  return sendProblem(reply, problem)
}

/**
 * Keeps the connection open if a body is too large. Fastify would close it while the client is still sending, so the
 * client might never see the response.
 */
export function takeWholeBody(reply: FastifyReply, status: number): void {
  if (status === 413) reply.removeHeader('connection')
}

/** Returns the problem if the framework refused the request itself. */
function requestProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode: status } = error
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const known = REQUEST_PROBLEMS[code]
  if (known) return problemOf(known, known === 'unsupported-media-type' ? 'Send JSON.' : null)
  if (error instanceof SyntaxError || code.startsWith('FST_ERR_CTP_')) return problemOf('PGRST102')
  return problemOf('bad-request')
}

function traceOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  return { error: error.name, code: 'code' in error ? error.code : undefined, frames }
}
