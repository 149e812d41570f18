/**
 * What is wrong with the phone's storage: it could not save (`full`), the app in another tab is newer than this one,
 * or the browser has thrown away what was kept, so many unsent sales with it. `keyRefused`: the server takes nothing.
 */
export type Trouble = {
  blocking: 'full' | 'is-newer' | undefined
  lostSales: number | undefined
  keyRefused: boolean
}

export type StorageTrouble = {
  get: () => Trouble
  subscribe: (listener: () => void) => () => void
  note: (change: Partial<Trouble>) => void
}

/** Holds the trouble for screens to follow. */
export function createStorageTrouble(): StorageTrouble {
  let trouble: Trouble = { blocking: undefined, lostSales: undefined, keyRefused: false }
  const listeners = new Set<() => void>()
  return {
    get: () => trouble,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    note(change) {
      const next = { ...trouble, ...change }
      if (JSON.stringify(next) === JSON.stringify(trouble)) return
      trouble = next
      for (const listener of listeners) listener()
    },
  }
}
