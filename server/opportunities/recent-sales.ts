import type { StoredSale } from './opportunities.queries.ts'

/** A sale as this process wrote it last, and the number of the call that did. */
type RecentSale = StoredSale & { lastSequence: number }

const MOST_SALES = 1_000

/**
 * The unfinished sales that this process wrote last, each worth one read less. A guess and no more: a write that is
 * decided on it holds only if the row is still at that revision, and what is refused by it is read and decided again.
 */
export class RecentSales {
  readonly #sales = new Map<string, RecentSale>()

  /** The guess that a call of this number may go by: it must be newer than what is known to be applied. */
  find(sessionId: string, sequence: number | undefined): RecentSale | undefined {
    const known = this.#sales.get(sessionId)
    if (!known || sequence === undefined) return undefined
    return sequence > known.lastSequence ? known : undefined
  }

  /**
   * Call after the commit only. A write without a number leaves no guess, nor does a finished sale: its signature is
   * heavy, and nothing follows it.
   */
  remember(stored: StoredSale, sequence: number | undefined): void {
    const { session_id, status } = stored.sale
    this.#sales.delete(session_id)
    if (sequence === undefined || status === 'closed-won' || status === 'closed-lost') return
    this.#sales.set(session_id, { ...stored, lastSequence: sequence })
    const [oldest] = this.#sales.size > MOST_SALES ? this.#sales.keys() : []
    if (oldest !== undefined) this.#sales.delete(oldest)
  }
}
