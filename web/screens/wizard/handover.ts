import { createStore } from '../../store.ts'

/**
 * Whether the customer is holding the phone. The screen then shows only the agreement and the signature, so that no
 * other household is a tap away.
 */
export const handover = createStore(false)
