import { createStore } from '../store.ts'

/**
 * Whether Doorstep itself, not something in between, answered the last call. It is false from a break of the stream
 * until a call is answered.
 */
export const reached = createStore(false)
