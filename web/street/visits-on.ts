import type { PhoneDatabase } from '../storage/database.ts'
import { createPhoneVisits, type PhoneVisits } from './phone-visits.ts'

const made = new WeakMap<PhoneDatabase, PhoneVisits>()

/** Returns the visits on a phone. The first call creates them. */
export function visitsOn(phone: PhoneDatabase): PhoneVisits {
  const visits = made.get(phone) ?? createPhoneVisits(phone)
  made.set(phone, visits)
  return visits
}
