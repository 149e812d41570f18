import { parseArgs } from 'node:util'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'

/** What a process does: serve phones and the back office (`api`), do the jobs (`worker`), or both. */
export const ROLES = ['api', 'worker', 'both'] as const
export type Role = (typeof ROLES)[number]

export const servesApi = (role: Role) => role !== 'worker'
export const doesWork = (role: Role) => role !== 'api'

/** Returns the role that the argument `--role=api` or `--role=worker` gives, or `both` without it. */
export function roleFromArguments(args: readonly string[]): Decision<Role, 'bad_setting'> {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'both' } } })
    const role = ROLES.find((known) => known === values.role)
    return role ? accept(role) : refuse('bad_setting', `--role must be one of ${ROLES.join(', ')}.`)
  } catch {
    return refuse('bad_setting', `The only argument is --role, one of ${ROLES.join(', ')}.`)
  }
}
