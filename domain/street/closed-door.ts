import { findOnRegister, type Register, type RegisterDoor } from './do-not-knock.ts'
import type { Door } from './door.ts'
import { REGISTER_REASON_WORDS } from './register-words.ts'

/**
 * Returns why agents must not call at a door, in words; undefined if they may (docs/product 16.7). The register
 * decides. A door is also closed if only a visit says so, because the register cannot hold every address.
 */
export function whyClosed(
  door: RegisterDoor,
  register: Register,
  visited: Pick<Door, 'state'> | undefined,
): string | undefined {
  const entry = findOnRegister(door, register)
  if (entry) return REGISTER_REASON_WORDS[entry.reason]
  return visited?.state === 'do-not-knock' ? REGISTER_REASON_WORDS.asked : undefined
}
