import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** Database errors of class 22 (bad data) repeat the value in their message. */
const REPEATS_A_VALUE = /^22/

/**
 * Creates the server's log: JSON lines on standard output. It omits the query of a request, and the fields and messages
 * in which a database error repeats its input, because both may hold personal data or keys.
 */
export function createLog(level: Config['logLevel']): FastifyBaseLogger {
  return Fastify({ logger: { level, serializers: { req: loggedRequest, err: loggedError } } }).log
}

const loggedRequest = ({ method, url }: { method: string; url: string }) => ({
  method,
  url: url.split('?', 1)[0] ?? '',
})

type LoggedError = { type: string; message: string; stack: string; code?: unknown; cause?: LoggedError }

/** Returns the part of an error that may be logged. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error', stack: '' }
  const { name, message, code, stack = '', cause }: Error & { code?: unknown } = error
  return {
    type: name,
    message: REPEATS_A_VALUE.test(String(code)) ? 'A value of the wrong form' : message,
    // The first lines of a stack repeat the message.
    stack: stack.match(/^\s+at .+$/gm)?.join('\n') ?? '',
    ...(code === undefined ? {} : { code }),
    ...(cause instanceof Error ? { cause: loggedError(cause) } : {}),
  }
}
