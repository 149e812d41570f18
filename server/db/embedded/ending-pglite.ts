import { PGlite } from '@electric-sql/pglite'

/**
 * PGlite that is asked nothing more once it has given itself up (`PANIC`), as PostgreSQL does when its disk is full or
 * broken. PostgreSQL ends then, and its next start puts everything in order. PGlite goes on, with locks that nobody frees:
 * it refuses whatever it is asked, or never comes back.
 */
export class EndingPglite extends PGlite {
  #reason: Error | undefined
  readonly #end = Promise.withResolvers<Error>()
  /** Resolves, with the reason, when it has given itself up. */
  readonly gaveUp = this.#end.promise

  override execProtocol(...given: Parameters<PGlite['execProtocol']>) {
    return this.#unlessGivenUp(() => super.execProtocol(...given))
  }

  override execProtocolStream(...given: Parameters<PGlite['execProtocolStream']>) {
    return this.#unlessGivenUp(() => super.execProtocolStream(...given))
  }

  async #unlessGivenUp<Value>(ask: () => Promise<Value>): Promise<Value> {
    if (this.#reason) throw this.#reason
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Error && 'severity' in error && error.severity === 'PANIC') {
        this.#reason = error
        this.#end.resolve(error)
      }
      throw error
    }
  }
}
