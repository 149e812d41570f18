import type { PhoneDatabase } from '../storage/database.ts'
import { createPhoneClaims, type PhoneClaims } from './phone-claims.ts'

const made = new WeakMap<PhoneDatabase, PhoneClaims>()

/** Returns the claims on a phone. The first call creates them. */
export function claimsOn(phone: PhoneDatabase): PhoneClaims {
  const claims = made.get(phone) ?? createPhoneClaims(phone)
  made.set(phone, claims)
  return claims
}
