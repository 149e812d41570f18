import { useSyncExternalStore } from 'react'
import type { Readable } from './store.ts'

/** Returns the store's current value. The component renders again when it changes. */
export function useStore<Value>({ subscribe, get }: Readable<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
