import { setTimeout as delay } from 'node:timers/promises'

/** Creations whose answer never came, by contact: they may have happened, and the search may not know yet. */
export type UnsettledCreations = {
  /** From now on it takes so many milliseconds until the search is to be believed about this contact. */
  note(contactId: string): number
  /** Resolves when the search is to be believed again; at once when nothing is unsettled. */
  settled(contactId: string, signal: AbortSignal | undefined): Promise<void>
}

/** What this process knows of; `catchesUpMs` is how long the search may take to know of what was written. */
export function createUnsettledCreations(catchesUpMs: number): UnsettledCreations {
  const until = new Map<string, number>()
  return {
    note(contactId) {
      until.set(contactId, performance.now() + catchesUpMs)
      return catchesUpMs
    },
    async settled(contactId, signal) {
      const restMs = (until.get(contactId) ?? 0) - performance.now()
      // An end before its time shows in the call that follows.
      if (restMs > 0) await delay(restMs, undefined, signal ? { signal } : {}).catch(() => undefined)
      until.delete(contactId)
    },
  }
}
