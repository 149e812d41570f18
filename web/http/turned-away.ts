import { createStore } from '../store.ts'

/**
 * Why the server turns this phone away until someone does something about it, by the code of its refusal; undefined while
 * it does not (docs/product 26.11).
 */
export const turnedAway = createStore<string | undefined>(undefined)
