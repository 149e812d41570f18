import { mayAppoint, type Role, sellsAtDoor, signsIn } from '#domain/access/roles.ts'
import type { PersonListed } from '#protocol/people.ts'

/** An action on a person. */
export type PersonAction = 'enrol' | 'password' | 'rename' | 'role' | 'suspend' | 'resume' | 'retire'

/**
 * Returns what the signed-in person may do about a person. No one changes their own role or status (docs/product 26.2).
 */
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
