import type { Lead } from '#domain/lead/lead.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import {
  cacheChanges,
  cachedLeads,
  cachedOpportunities,
  cacheLists,
  deleteCursor,
  saveArea,
  saveInStepAt,
} from '../storage/list-cache.ts'
import { reportTrouble } from '../storage/report-trouble.ts'

type Lists = { leads: Lead[]; opportunities: OpportunityListed[] }
type Place = { area: string | undefined; cursor: string }

/**
 * The lists as this phone keeps them for its next start. If a change cannot be saved, the lists are `outdated`: nothing
 * is saved until both lists are read from the server again, because the cursor would move past the missing change. Only
 * `read` rejects.
 */
export class KeptLists {
  outdated = false
  readonly #phone: PhoneDatabase

  constructor(phone: PhoneDatabase) {
    this.#phone = phone
  }

  async read(): Promise<Lists> {
    const leads: Lead[] = []
    for await (const chunk of cachedLeads(this.#phone)) leads.push(...chunk)
    return { leads, opportunities: await cachedOpportunities(this.#phone) }
  }

  /** Gives up the kept lists, because they cannot be read. */
  discard(error: unknown): undefined {
    reportTrouble(error)
    this.#giveUp()
  }

  /** Keeps lists that were read from the server, and the changes that arrived during the read. */
  async replace(lists: Lists & Place & { inStepAt: string }, held: readonly Change[]): Promise<void> {
    this.outdated = false
    const { area, cursor } = lists
    await this.#keep(async () => {
      await cacheLists(this.#phone, lists)
      await cacheChanges(this.#phone, { area, changes: held, cursor })
    })
  }

  async add(changes: readonly Change[], { area, cursor }: Place): Promise<void> {
    if (!this.outdated) await this.#keep(() => cacheChanges(this.#phone, { area, changes, cursor }))
  }

  /** Keeps the lists of this area from now on. */
  saveArea(area: string | undefined, tookOnlyArea: boolean): Promise<void> {
    return this.#keep(() => saveArea(this.#phone, area, tookOnlyArea))
  }

  saveInStepAt(area: string | undefined, at: string): Promise<void> {
    return this.#keep(() => saveInStepAt(this.#phone, area, at))
  }

  async #keep(write: () => Promise<void>): Promise<void> {
    await write().catch(() => this.#giveUp())
  }

  #giveUp() {
    this.outdated = true
    void deleteCursor(this.#phone).catch(() => undefined)
  }
}
