import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { LeadBook } from '#domain/lead/lead-book.ts'
import { movedTo } from '#domain/lead/lead-progress.ts'

/** All leads as the server has them, except those that this phone's own sales have moved further. */
export class PhoneLeadBook extends LeadBook {
  #ahead: ReadonlyMap<string, LeadStatus> = new Map()
  /** The server's version of each lead that is shown with another status. */
  readonly #received = new Map<string, Lead>()

  /** Shows these leads at least this far, and all others as received. Returns whether that changes any. */
  showAhead(ahead: ReadonlyMap<string, LeadStatus>): boolean {
    this.#ahead = ahead
    const shown = [...new Set([...this.#received.keys(), ...ahead.keys()])].flatMap(
      (id) => this.find(id) ?? [],
    )
    const changed = shown.filter((lead) => this.#statusOf(this.#asReceived(lead)) !== lead.status)
    for (const lead of changed) this.put(this.#asReceived(lead))
    return changed.length > 0
  }

  override addAll(leads: Iterable<Lead>): void {
    super.addAll(Array.from(leads, this.#toShown))
  }

  override put(lead: Lead): void {
    super.put(this.#toShown(lead))
  }

  #asReceived = (shown: Lead): Lead => this.#received.get(shown.id) ?? shown

  #statusOf({ id, status }: Lead): LeadStatus {
    const target = this.#ahead.get(id)
    return target ? movedTo(target, status) : status
  }

  #toShown = (received: Lead): Lead => {
    const status = this.#statusOf(received)
    if (status === received.status) {
      this.#received.delete(received.id)
      return received
    }
    this.#received.set(received.id, received)
    return { ...received, status }
  }
}
