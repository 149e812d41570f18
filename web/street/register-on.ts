import { whyClosed } from '#domain/street/closed-door.ts'
import { closedDoors } from '../lists/closed-doors.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { createPhoneRegister, type PhoneRegister } from './phone-register.ts'
import { visitsOn } from './visits-on.ts'

const registers = new WeakMap<PhoneDatabase, PhoneRegister>()

/**
 * Returns the register on a phone. The first call creates it, and from then on lists mark the doors that the register
 * or a visit has closed.
 */
export function registerOn(phone: PhoneDatabase): PhoneRegister {
  const made = registers.get(phone)
  if (made) return made
  const register = createPhoneRegister(phone)
  registers.set(phone, register)
  const visits = visitsOn(phone)
  const mark = () => {
    const [entries, { doors }] = [register.get(), visits.get()]
    closedDoors.set((door) =>
      whyClosed(door, entries, door.id === undefined ? undefined : doors.get(door.id)),
    )
  }
  register.subscribe(mark)
  visits.subscribe(mark)
  return register
}
