import type { FastifyReply } from 'fastify'
import type { Refusal } from '#domain/kernel/refusal.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '#protocol/problems.ts'

/** The reason why a call failed, as sent to the client. */
export type Problem = { status: number; body: ProblemBody; headers?: Record<string, string> }

/** A value, or the problem to send instead. */
export type Answer<Value> = Result<Value, Problem>

/** Returns the problem with that code. Clients see the `details`, so they must contain no personal data. */
export function problemOf(code: ProblemCode, details: string | null = null): Problem {
  const { status, sentence } = PROBLEMS[code]
  return { status, body: { code, message: sentence, details, hint: null } }
}

/** Returns the problem with that code as a failed answer. */
export const failWith = (code: ProblemCode, details?: string) => failed(problemOf(code, details))

/**
 * Returns the problem for a call that asked for exactly one row. Older clients look for `0 rows` in `details` and
 * treat it as not found.
 */
export const failAsNotOne = (count: number | 'several') =>
  failWith('PGRST116', `The result contains ${count} rows.`)

/** Returns the problem for a broken rule. Its code is the rule's name, its message the rule's sentence. */
export function ruleProblem({ rule, sentence }: Refusal): Problem {
  return {
    status: PROBLEMS['rule-broken'].status,
    body: { code: rule, message: sentence, details: null, hint: null },
  }
}

/** Returns the values of all answers, or the first problem among them. */
export function allOf<Value>(answers: readonly Answer<Value>[]): Answer<Value[]> {
  const values: Value[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    values.push(answer.value)
  }
  return success(values)
}

const RETRY_AFTER_SECONDS = '2'

/** Sends a problem. A temporary one says when to retry. */
export const sendProblem = (reply: FastifyReply, problem: Problem): FastifyReply =>
  beginProblem(reply, problem).send(problem.body)

/** Sets the status and headers of a problem, but sends no body. */
export function beginProblem(reply: FastifyReply, { status, headers = {} }: Problem): FastifyReply {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(status).headers(headers).type('application/json; charset=utf-8')
}
