import type { Permission } from '#domain/access/permissions.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { type Answer, type Problem, problemOf } from '../http/problem.ts'
import { type Caller, decidePermission, type NotAdmitted } from './caller.ts'

/** Returns the problem for a call that is not admitted or not allowed. */
export function problemOfCaller(code: NotAdmitted): Problem {
  const problem = problemOf(code)
  return problem.status === 401 ? { ...problem, headers: { 'www-authenticate': 'Bearer' } } : problem
}

/** Fails if an admitted caller lacks a permission. */
export function permit(caller: Caller, needed: Permission): Answer<Caller> {
  const decision = decidePermission(caller, needed)
  return decision.ok ? success(decision.value) : failed(problemOfCaller(decision.failure))
}
