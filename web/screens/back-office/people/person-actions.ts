import { mayAppoint, type Role, sellsAtDoor, signsIn } from '#domain/access/roles.ts'
import type { PersonListed } from '#protocol/people.ts'

/** What can be done about a person. */
export type PersonAction = 'enrol' | 'password' | 'rename' | 'role' | 'suspend' | 'resume' | 'retire'

/** Returns what someone who is signed in may do about a person. What one is, another decides (docs/product 26.2). */
export function actionsOn(
  { id, role, status }: Pick<PersonListed, 'id' | 'role' | 'status'>,
  by: { id: string; role: Role } | null | undefined,
): PersonAction[] {
  if (!by || !mayAppoint(by.role, role) || status === 'retired') return []
  if (status === 'suspended') return ['resume', 'rename', 'retire']
  return [
    ...(sellsAtDoor(role) ? (['enrol'] as const) : []),
    ...(signsIn(role) ? (['password'] as const) : []),
    'rename',
    ...(by.id === id ? [] : (['role', 'suspend', 'retire'] as const)),
  ]
}
