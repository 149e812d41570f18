import { createStore } from '../store.ts'

/** The last call that failed, for what has to happen whatever made the call (docs/product 26.10). */
export const lastRefusal = createStore<{ code: string | undefined } | undefined>(undefined)
