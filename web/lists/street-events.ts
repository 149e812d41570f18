import { createStore } from '../store.ts'

/** The latest event of the change stream that announced a change of the street (protocol/street.ts). */
export const streetEvents = createStore<unknown>(undefined)
