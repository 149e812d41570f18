type Request = { grant: () => void; reject: (reason: unknown) => void }

/**
 * Web Locks between the tabs of a test: exclusive, first come first served, with `ifAvailable`, `steal` and `signal`.
 */
export class FakeLocks {
  readonly #held = new Map<string, Request>()
  readonly #waiting = new Map<string, Request[]>()

  request<Result>(
    name: string,
    { ifAvailable = false, steal = false, signal }: LockOptions,
    work: (lock: Lock | null) => Promise<Result> | Result,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const request: Request = {
        reject,
        grant: () => {
          this.#held.set(name, request)
          const release = () => this.#release(name, request)
          const result = Promise.resolve().then(() => work({ name, mode: 'exclusive' }))
          void result.then(release, release)
          result.then(resolve, reject)
        },
      }
      if (signal?.aborted) return reject(signal.reason)
      if (steal) return this.#steal(name, request)
      if (ifAvailable && this.#held.has(name)) return resolve(work(null))
      signal?.addEventListener('abort', () => this.#withdraw(name, request, signal.reason), { once: true })
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), request])
      this.#grantNext(name)
    })
  }

  /** Closes the tab that holds the lock: its work ends without a result, and the next request is granted. */
  closeHolder(name: string): void {
    this.#held.delete(name)
    this.#grantNext(name)
  }

  #steal(name: string, request: Request): void {
    this.#held.get(name)?.reject(new DOMException('The lock was stolen.', 'AbortError'))
    request.grant()
  }

  #release(name: string, request: Request): void {
    if (this.#held.get(name) === request) this.closeHolder(name)
  }

  #withdraw(name: string, request: Request, reason: unknown): void {
    const waiting = this.#waiting.get(name) ?? []
    if (!waiting.includes(request)) return
    this.#waiting.set(
      name,
      waiting.filter((other) => other !== request),
    )
    request.reject(reason)
  }

  #grantNext(name: string): void {
    if (this.#held.has(name)) return
    const [next, ...others] = this.#waiting.get(name) ?? []
    this.#waiting.set(name, others)
    next?.grant()
  }
}
