import { SortedRows } from '#domain/kernel/sorted-rows.ts'
import type { OpportunityListed } from '#protocol/tables.ts'

const newestFirst = (a: OpportunityListed, b: OpportunityListed) =>
  b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id)

/** All opportunities, newest first. */
export class OpportunityBook {
  readonly #byId = new Map<string, OpportunityListed>()
  #order = SortedRows.from<OpportunityListed>([], newestFirst)

  get rows(): readonly OpportunityListed[] {
    return this.#order.rows
  }

  replaceAll(opportunities: Iterable<OpportunityListed>): void {
    this.#byId.clear()
    for (const opportunity of opportunities) this.#byId.set(opportunity.id, opportunity)
    this.#order = SortedRows.from(this.#byId.values(), newestFirst)
  }

  put(opportunity: OpportunityListed): void {
    this.remove(opportunity.id)
    this.#byId.set(opportunity.id, opportunity)
    this.#order.insert(opportunity)
  }

  remove(id: string): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    this.#order.remove(known)
  }
}
