import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { StoredSale } from './opportunities.queries.ts'

/** A sale as this process last wrote it, with the number of that call. Undefined if the call had no number. */
type RecentSale = StoredSale & { lastSequence: number | undefined }

const MAX_SALES = 1_000
/** Far more than an agent types before the signature. */
const MAX_CHARACTERS = 8_000

/**
 * The unfinished sales that this process last wrote. Each saves a read. They are only guesses: a write that is decided
 * on one is valid only if the row still has that revision. If a rule refuses the write, the sale is read and decided
 * again.
 */
export class RecentSales {
  readonly #sales = new Map<string, RecentSale>()

  /**
   * Returns the guess for a call with or without a number. A numbered call must be newer than the last one applied,
   * which is unknown after a write without a number.
   */
  find(sessionId: string, sequence: number | undefined): RecentSale | undefined {
    const known = this.#sales.get(sessionId)
    if (!known || sequence === undefined) return known
    return known.lastSequence !== undefined && sequence > known.lastSequence ? known : undefined
  }

  /**
   * Remembers a sale. Must be called only after the commit. Skips a finished sale, because nothing follows it, and a
   * sale with so much text that a thousand of them would use too much memory.
   */
  remember(stored: StoredSale, sequence: number | undefined): void {
    const { session_id, status } = stored.sale
    this.#sales.delete(session_id)
    if (status === 'closed-won' || status === 'closed-lost') return
    if (charactersOf(stored.sale) > MAX_CHARACTERS) return
    this.#sales.set(session_id, { ...stored, lastSequence: sequence })
    const [oldest] = this.#sales.size > MAX_SALES ? this.#sales.keys() : []
    if (oldest !== undefined) this.#sales.delete(oldest)
  }
}

const charactersOf = (sale: Opportunity) =>
  Object.values(sale).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
