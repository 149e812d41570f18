import type { FastifyReply } from 'fastify'
import type { Refusal } from '#domain/kernel/refusal.ts'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '#protocol/problems.ts'

/** Why a call was not done, as it goes over the wire. */
export type Problem = { status: number; body: ProblemBody; headers?: Record<string, string> }

/** A value, or the problem that stands in its place. */
export type Answer<Value> = { ok: true; value: Value } | Failed
type Failed = { ok: false; problem: Problem }

/** The problem of a code. `details` are shown to the client, so they hold nothing personal. */
export function problemOf(code: ProblemCode, details: string | null = null): Problem {
  const { status, sentence } = PROBLEMS[code]
  return { status, body: { code, message: sentence, details, hint: null } }
}

/** The same as an answer. */
export const failWith = (code: ProblemCode, details?: string): Failed => ({
  ok: false,
  problem: problemOf(code, details),
})

/** Not the one row that was asked for. In the details older clients look for `0 rows`, which they may take for none. */
export const failAsNotOne = (count: number | 'several') =>
  failWith('PGRST116', `The result contains ${count} rows.`)

/** A broken rule of the domain: its name is the code, its sentence the message. */
export function ruleProblem({ rule, sentence }: Refusal): Problem {
  return {
    status: PROBLEMS['rule-broken'].status,
    body: { code: rule, message: sentence, details: null, hint: null },
  }
}

/** All the values, or the first problem among them. */
export function allOf<Value>(answers: readonly Answer<Value>[]): Answer<Value[]> {
  const values: Value[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    values.push(answer.value)
  }
  return { ok: true, value: values }
}

const RETRY_AFTER_SECONDS = '2'

/** Answers with a problem; one that passes by itself says when to try again. */
export const sendProblem = (reply: FastifyReply, problem: Problem): FastifyReply =>
  beginProblem(reply, problem).send(problem.body)

/** The same without the body. */
export function beginProblem(reply: FastifyReply, { status, headers = {} }: Problem): FastifyReply {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(status).headers(headers).type('application/json; charset=utf-8')
}
