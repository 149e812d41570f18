/** A value that changes over time, to be read and followed but not set. */
export type Readable<Value> = {
  get: () => Value
  /** Calls `listener` after every change; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

export type Store<Value> = Readable<Value> & { set: (value: Value) => void }

/**
 * Creates the web app's only kind of observable store. Setting the same value again does not notify listeners, so a
 * changed object must be a new object.
 */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
