import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { StoredSale } from './opportunities.queries.ts'

/** A sale as this process wrote it last, and the number of the call that did. */
type RecentSale = StoredSale & { lastSequence: number }

const MOST_SALES = 1_000
/** Many times what an agent types before the signature. */
const MOST_CHARACTERS = 8_000

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
   * Call after the commit only. A write without a number leaves no guess, nor does a finished sale, as nothing follows
   * it, nor one with so much text that a thousand of them would be a burden.
   */
  remember(stored: StoredSale, sequence: number | undefined): void {
    const { session_id, status } = stored.sale
    this.#sales.delete(session_id)
    if (sequence === undefined || status === 'closed-won' || status === 'closed-lost') return
    if (charactersOf(stored.sale) > MOST_CHARACTERS) return
    this.#sales.set(session_id, { ...stored, lastSequence: sequence })
    const [oldest] = this.#sales.size > MOST_SALES ? this.#sales.keys() : []
    if (oldest !== undefined) this.#sales.delete(oldest)
  }
}

const charactersOf = (sale: Opportunity) =>
  Object.values(sale).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
