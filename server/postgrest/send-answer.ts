import type { FastifyReply } from 'fastify'
import { type Answer, problemOf, sendProblem } from '../http/problem.ts'
import type { HoldAnswer } from '../http/unread-answers.ts'
import type { DataReply } from './request.ts'

/** Sends the answer of the data API, or 503 if it is large and too many answers are still unread. */
export function sendAnswer(reply: FastifyReply, answer: Answer<DataReply>, hold: HoldAnswer): FastifyReply {
  if (!answer.ok) return sendProblem(reply, answer.failure)
  const { status, headers, text } = answer.value
  if (text === undefined) return reply.code(status).headers(headers).send()
  const body = hold(reply, text)
  if (body === undefined) return sendProblem(reply, problemOf('too-busy'))
  return reply.code(status).headers(headers).send(body)
}
