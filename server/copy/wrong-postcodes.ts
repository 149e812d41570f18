const MAX_WRONG = 5
const WINDOW_MS = 3_600_000
/** Only codes of stored sales are remembered, so this is out of reach. Beyond it the oldest is forgotten. */
const MAX_REMEMBERED = 10_000

/**
 * Counts wrong postcodes by code, for an hour from the first one (docs/product 13.6). Each process counts separately.
 */
export class WrongPostcodes {
  readonly #counted = new Map<string, { wrong: number; since: number }>()

  /** Returns the seconds until this code may be tried again, or 0 if it may be tried now. */
  secondsToWait(code: string): number {
    const counted = this.#find(code)
    if (!counted || counted.wrong < MAX_WRONG) return 0
    return Math.ceil((counted.since + WINDOW_MS - performance.now()) / 1_000)
  }

  count(code: string): void {
    const { wrong, since } = this.#find(code) ?? { wrong: 0, since: performance.now() }
    const [oldest] = this.#counted.keys()
    if (wrong === 0 && oldest !== undefined && this.#counted.size >= MAX_REMEMBERED)
      this.#counted.delete(oldest)
    this.#counted.set(code, { wrong: wrong + 1, since })
  }

  #find(code: string) {
    const counted = this.#counted.get(code)
    if (counted && counted.since + WINDOW_MS > performance.now()) return counted
    this.#counted.delete(code)
    return undefined
  }
}
