import type { PhoneState } from '#protocol/identity.ts'
import { createStore } from '../store.ts'

/** What the office wants of this phone, as it answered the last report; null if the phone is not enrolled. */
export const phoneState = createStore<PhoneState | null>(null)
