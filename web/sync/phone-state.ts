import type { PhoneState } from '#protocol/identity.ts'
import { createStore } from '../store.ts'

/**
 * The state that the office wants of this phone, from the answer to the last report; null if the phone is not enrolled.
 */
export const phoneState = createStore<PhoneState | null>(null)
