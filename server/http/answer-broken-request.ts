import type { Socket } from 'node:net'
import type { ProblemCode } from '#protocol/problems.ts'
import { http } from './node-http.ts'
import { problemOf } from './problem.ts'

const BROKEN: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/** Answers malformed requests (`clientErrorHandler`) in PostgREST's shape, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, body } = problemOf(BROKEN[error.code ?? ''] ?? 'bad-request')
  const json = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`)
}
