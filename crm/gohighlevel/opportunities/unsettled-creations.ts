import { setTimeout as delay } from 'node:timers/promises'

/** Creations without a response, by contact. The record may exist although the search does not show it yet. */
export type UnsettledCreations = {
  /** Records a creation; returns the milliseconds until the search of this contact can be trusted. */
  record(contactId: string): number
  /** Resolves when the search can be trusted, or at once if nothing is unsettled. */
  settled(contactId: string, signal: AbortSignal | undefined): Promise<void>
}

/** Keeps the record in this process only. `catchesUpMs` is the longest that the search may lag behind a write. */
export function createUnsettledCreations(catchesUpMs: number): UnsettledCreations {
  const until = new Map<string, number>()
  return {
    record(contactId) {
      until.set(contactId, performance.now() + catchesUpMs)
      return catchesUpMs
    },
    async settled(contactId, signal) {
      const restMs = (until.get(contactId) ?? 0) - performance.now()
      // If the caller aborts the wait, the next call reports it.
      if (restMs > 0) await delay(restMs, undefined, signal ? { signal } : {}).catch(() => undefined)
      until.delete(contactId)
    },
  }
}
