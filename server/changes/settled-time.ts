/** The transactions that a read of the changes could see: all below `settled`, none from `begun` on. */
export type Snapshot = { settled: bigint; begun: bigint }

/**
 * Keeps track of the moment until which every committed change was read. Changes are read in the order of their
 * transactions. While one transaction is open, later ones wait, although they may have committed long ago.
 */
export class SettledTime {
  #settledAt: number | undefined
  /** A moment that is not settled yet. It will be once every transaction before `begun` has ended. */
  #next: { at: number; begun: bigint } | undefined

  /** Records a read to the end that started at `at`, in milliseconds of a monotonic clock. */
  note(at: number, { settled, begun }: Snapshot): void {
    if (settled >= begun) {
      this.#settledAt = at
      this.#next = undefined
    } else if (this.#next && settled >= this.#next.begun) {
      this.#settledAt = this.#next.at
      this.#next = { at, begun }
    } else this.#next ??= { at, begun }
  }

  /**
   * Returns how many milliseconds before `now` the changes were last read completely, or undefined if they never were.
   */
  behindMs(now: number): number | undefined {
    return this.#settledAt === undefined ? undefined : Math.max(0, Math.ceil(now - this.#settledAt))
  }

  /** Forgets everything, because another life of the database counts its transactions differently. */
  reset(): void {
    this.#settledAt = undefined
    this.#next = undefined
  }
}
