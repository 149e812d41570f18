import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { LeadBook } from '#domain/lead/lead-book.ts'
import { movedTo } from '#domain/lead/lead-progress.ts'

/** All leads as they were told, but for those that this phone's own sales have brought further than it was told. */
export class PhoneLeadBook extends LeadBook {
  #ahead: ReadonlyMap<string, LeadStatus> = new Map()
  /** As they were told, the leads that are shown otherwise. */
  readonly #told = new Map<string, Lead>()

  /** Shows leads so far ahead from now on, and every other as it was told; tells whether that changes any. */
  showAhead(ahead: ReadonlyMap<string, LeadStatus>): boolean {
    this.#ahead = ahead
    const shown = [...new Set([...this.#told.keys(), ...ahead.keys()])].flatMap((id) => this.find(id) ?? [])
    const other = shown.filter((lead) => this.#statusOf(this.#asTold(lead)) !== lead.status)
    for (const lead of other) this.put(this.#asTold(lead))
    return other.length > 0
  }

  override addAll(leads: Iterable<Lead>): void {
    super.addAll(Array.from(leads, this.#toShown))
  }

  override put(lead: Lead): void {
    super.put(this.#toShown(lead))
  }

  #asTold = (shown: Lead): Lead => this.#told.get(shown.id) ?? shown

  #statusOf({ id, status }: Lead): LeadStatus {
    const target = this.#ahead.get(id)
    return target ? movedTo(target, status) : status
  }

  #toShown = (told: Lead): Lead => {
    const status = this.#statusOf(told)
    if (status === told.status) {
      this.#told.delete(told.id)
      return told
    }
    this.#told.set(told.id, told)
    return { ...told, status }
  }
}
