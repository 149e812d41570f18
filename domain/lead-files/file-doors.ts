import type { KnownLead } from './fields.ts'
import { type KnownLeads, keysOf, type LeadKey } from './lead-keys.ts'

/** The doors that the rows of a file have named so far, and the keys that its updates have given to leads. */
export class FileDoors {
  readonly #lines = new Map<string, number>()
  readonly #keysAfter = new Map<string, ReadonlySet<string>>()

  /**
   * Records that the row on this line is for a door with these keys. `after` is the stored lead as the row leaves it.
   */
  take(line: number, keys: readonly LeadKey[], after?: KnownLead): void {
    const all = after ? [...keys, ...keysOf(after)] : keys
    for (const { key } of all) if (!this.#lines.has(key)) this.#lines.set(key, line)
    if (after) this.#keysAfter.set(after.id, new Set(keysOf(after).map(({ key }) => key)))
  }

  /** Returns the line of the first row for a door with this key. */
  lineOf({ key }: LeadKey): number | undefined {
    return this.#lines.get(key)
  }

  /** Returns the stored leads with this key, except those that an earlier row has moved away from it. */
  find(key: LeadKey, leads: KnownLeads): readonly KnownLead[] {
    return leads.find(key).filter(({ id }) => this.#keysAfter.get(id)?.has(key.key) ?? true)
  }
}
