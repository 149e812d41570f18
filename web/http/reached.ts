import { createStore } from '../store.ts'

/**
 * Whether Doorstep itself, not something in between, answered the last call. It is false from the moment that the stream
 * breaks until a call is answered.
 */
export const reached = createStore(false)
