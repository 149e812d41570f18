import type { WaitingCall } from './device.ts'

/** What the outbox still holds, for screens to follow. */
export type WaitingCalls = {
  get: () => readonly WaitingCall[]
  set: (calls: readonly WaitingCall[]) => void
  subscribe: (listener: () => void) => () => void
  /** Lets the parked calls of a sale try again. */
  retry: (sessionId: string) => Promise<void>
}

export function createWaitingCalls(retry: WaitingCalls['retry']): WaitingCalls {
  let waiting: readonly WaitingCall[] = []
  const listeners = new Set<() => void>()
  return {
    get: () => waiting,
    set(calls) {
      waiting = calls
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry,
  }
}
