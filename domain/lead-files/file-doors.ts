import type { KnownLead } from './fields.ts'
import { type KnownLeads, keysOf, type LeadKey } from './lead-keys.ts'

/** The doors that the rows of a file have named so far, and where its updates have moved leads. */
export class FileDoors {
  readonly #lines = new Map<string, number>()
  readonly #keysAfter = new Map<string, ReadonlySet<string>>()

  /** Notes that the row on this line is of a door with these keys; of a stored lead, as it is after the row. */
  take(line: number, keys: readonly LeadKey[], after?: KnownLead): void {
    const all = after ? [...keys, ...keysOf(after)] : keys
    for (const { key } of all) if (!this.#lines.has(key)) this.#lines.set(key, line)
    if (after) this.#keysAfter.set(after.id, new Set(keysOf(after).map(({ key }) => key)))
  }

  /** Returns the line of the first row of a door with this key. */
  lineOf({ key }: LeadKey): number | undefined {
    return this.#lines.get(key)
  }

  /** Returns the stored leads that have this key, without those that an earlier row has moved away from it. */
  find(key: LeadKey, leads: KnownLeads): readonly KnownLead[] {
    return leads.find(key).filter(({ id }) => this.#keysAfter.get(id)?.has(key.key) ?? true)
  }
}
