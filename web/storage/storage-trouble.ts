import { createStore, type Readable } from '../store.ts'

/**
 * The problems of this phone. `blocking`: it could not save (`full`), or the app in another tab is newer than this one.
 * `lostSales`: the browser has deleted our storage, and this many unsent sales with it.
 */
export type Trouble = {
  blocking: 'full' | 'is-newer' | undefined
  lostSales: number | undefined
}

export type StorageTrouble = Readable<Trouble> & { update: (change: Partial<Trouble>) => void }

export function createStorageTrouble(): StorageTrouble {
  const { get, set, subscribe } = createStore<Trouble>({
    blocking: undefined,
    lostSales: undefined,
  })
  return {
    get,
    subscribe,
    update(change) {
      const isNew = (Object.keys(change) as (keyof Trouble)[]).some((key) => change[key] !== get()[key])
      if (isNew) set({ ...get(), ...change })
    },
  }
}
