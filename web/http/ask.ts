import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { type ApiCall, type ApiFailure, callApi } from './http.ts'

/** The result of a call or, if it failed, a sentence, and the server's code if the server refused it. */
export type Answered<Value> = Result<Value, { message: string; code?: string | undefined }>

/** The failure for an answer from something in between, such as the sign-in page of a hotel. */
export const NOT_OURS = 'the answer did not come from Doorstep'

/** Checks the outline of an answer. If it does not fit, the answer did not come from our server. */
export type AnswerCheck<Value> = (answer: unknown) => answer is Value

/** For answers that the caller does not read. */
export const isAnything = (_answer: unknown): _answer is unknown => true

/** Makes one call and returns its JSON; an empty body counts as null. Never rejects. */
export async function ask<Value>(
  path: string,
  isAnswer: AnswerCheck<Value>,
  call?: ApiCall,
): Promise<Answered<Value>> {
  const result = await callApi(path, call)
  if (!result.ok) return failed({ message: sentenceOf(result.failure), code: result.failure.code })
  const { body } = result.value
  const answer = body === '' ? null : parseJson(body)
  if (answer === undefined || !isAnswer(answer)) return failed({ message: NOT_OURS })
  return success(answer)
}

/** Returns the server's sentence, followed by its details on single fields. */
function sentenceOf({ body, message }: ApiFailure): string {
  const problem = parseJson(body)
  const details = isObject<{ details?: unknown }>(problem) ? problem.details : undefined
  return typeof details === 'string' ? `${message} ${details}` : message
}
