/** How long a process may go on with what it found, if the hint that it changed is lost. */
const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 10_000

/** What was found lately, by its key; calls at the same moment share one look. */
export class RememberedBriefly<Value> {
  readonly #find: (key: string) => Promise<Value>
  readonly #found = new Map<string, { value: Promise<Value>; at: number }>()

  constructor(find: (key: string) => Promise<Value>) {
    this.#find = find
  }

  /** Returns what belongs to a key. Rejects as the look does, and then looks again the next time. */
  get(key: string): Promise<Value> {
    const known = this.#found.get(key)
    if (known && performance.now() - known.at < REMEMBERED_MS) return known.value
    if (this.#found.size >= MAX_REMEMBERED) this.#found.clear()
    const value = this.#find(key)
    this.#found.set(key, { value, at: performance.now() })
    value.catch(() => this.#found.delete(key))
    return value
  }

  /** Looks everything up again. */
  forget(): void {
    this.#found.clear()
  }
}
