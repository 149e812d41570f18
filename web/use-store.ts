import { useSyncExternalStore } from 'react'
import type { Readable } from './store.ts'

/** The store's current value; the component renders again when it changes. */
export function useStore<Value>({ subscribe, get }: Readable<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
