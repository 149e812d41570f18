import { SortedRows } from '#domain/kernel/sorted-rows.ts'
import type { OpportunityListed } from '#protocol/tables.ts'

const newestFirst = (a: OpportunityListed, b: OpportunityListed) =>
  b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id)

/** All opportunities, newest first; also found by the session of their sale. */
export class OpportunityBook {
  readonly #byId = new Map<string, OpportunityListed>()
  readonly #bySession = new Map<string, OpportunityListed>()
  #order = SortedRows.from<OpportunityListed>([], newestFirst)

  get rows(): readonly OpportunityListed[] {
    return this.#order.rows
  }

  findOf = (sessionId: string): OpportunityListed | undefined => this.#bySession.get(sessionId)

  replaceAll(opportunities: Iterable<OpportunityListed>): void {
    this.#byId.clear()
    this.#bySession.clear()
    for (const opportunity of opportunities) this.#add(opportunity)
    this.#order = SortedRows.from(this.#byId.values(), newestFirst)
  }

  put(opportunity: OpportunityListed): void {
    this.remove(opportunity.id)
    this.#add(opportunity)
    this.#order.insert(opportunity)
  }

  remove(id: string): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    this.#bySession.delete(known.session_id)
    this.#order.remove(known)
  }

  #add(opportunity: OpportunityListed): void {
    this.#byId.set(opportunity.id, opportunity)
    this.#bySession.set(opportunity.session_id, opportunity)
  }
}
