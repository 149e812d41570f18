/** How long a process may rely on a value if the hint of its change is lost. */
const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 10_000

/** Caches values briefly by their key. Calls at the same moment share one look-up. */
export class RememberedBriefly<Value> {
  readonly #find: (key: string) => Promise<Value>
  readonly #found = new Map<string, { value: Promise<Value>; at: number }>()

  constructor(find: (key: string) => Promise<Value>) {
    this.#find = find
  }

  /** Returns the value of a key. If the look-up rejects, so does this, and the next call looks it up again. */
  get(key: string): Promise<Value> {
    const known = this.#found.get(key)
    if (known && performance.now() - known.at < REMEMBERED_MS) return known.value
    if (this.#found.size >= MAX_REMEMBERED) this.#found.clear()
    const value = this.#find(key)
    this.#found.set(key, { value, at: performance.now() })
    value.catch(() => this.#found.delete(key))
    return value
  }

  /** Empties the cache, so that everything is looked up again. */
  forget(): void {
    this.#found.clear()
  }
}
