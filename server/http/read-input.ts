import type { z } from 'zod'
import type { ProblemCode } from '#protocol/problems.ts'
import { type Answer, failWith } from './problem.ts'

/** Returns the names of the invalid fields, never their values, which are personal. */
export const fieldsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ')

/** Returns the validated input, or a problem that names the invalid fields. */
export function readInput<Value>(
  schema: z.ZodType<Value>,
  given: unknown,
  problem: ProblemCode,
): Answer<Value> {
  const { data, error } = schema.safeParse(given)
  return error ? failWith(problem, fieldsOf(error)) : { ok: true, value: data as Value }
}
