import { setTimeout as delay } from 'node:timers/promises'

/** Creations without a response, by contact. They may have happened without showing up in the search yet. */
export type UnsettledCreations = {
  /** Records one; returns the milliseconds until the search of this contact can be trusted. */
  record(contactId: string): number
  /** Resolves when the search can be trusted; at once if nothing is unsettled. */
  settled(contactId: string, signal: AbortSignal | undefined): Promise<void>
}

/** Known to this process only. `catchesUpMs` is the longest that the search may lag behind a write. */
export function createUnsettledCreations(catchesUpMs: number): UnsettledCreations {
  const until = new Map<string, number>()
  return {
    record(contactId) {
      until.set(contactId, performance.now() + catchesUpMs)
      return catchesUpMs
    },
    async settled(contactId, signal) {
      const restMs = (until.get(contactId) ?? 0) - performance.now()
      // If we are aborted early, the next call reports it.
      if (restMs > 0) await delay(restMs, undefined, signal ? { signal } : {}).catch(() => undefined)
      until.delete(contactId)
    },
  }
}
