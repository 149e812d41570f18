import { findOnRegister } from '#domain/street/do-not-knock.ts'
import { REGISTER_REASON_WORDS } from '#domain/street/register-words.ts'
import { closedDoors } from '../lists/closed-doors.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { createPhoneRegister, type PhoneRegister } from './phone-register.ts'

const registers = new WeakMap<PhoneDatabase, PhoneRegister>()

/** The register on a phone. The first call makes it, and lists mark its doors from then on. */
export function registerOn(phone: PhoneDatabase): PhoneRegister {
  const made = registers.get(phone)
  if (made) return made
  const register = createPhoneRegister(phone)
  registers.set(phone, register)
  register.subscribe(() => {
    const now = register.get()
    closedDoors.set((lead) => {
      const entry = findOnRegister(lead, now)
      return entry && REGISTER_REASON_WORDS[entry.reason]
    })
  })
  return register
}
