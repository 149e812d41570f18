import { findOnRegister, type RegisterDoor } from '#domain/street/do-not-knock.ts'
import { thisPhone } from '../../../../storage/this-phone.ts'
import { registerOn } from '../../../../street/register-on.ts'

/** Returns whether agents must not call at a door, by all that this phone knows, also right after a reload. */
export async function isOnRegister(door: RegisterDoor): Promise<boolean> {
  const register = registerOn(thisPhone)
  await register.ready
  return findOnRegister(door, register.get()) !== undefined
}
