import { isLoopback } from '../http/loopback.ts'
import type { Stream } from './change-stream.ts'

/** Open streams of one process: in total, and from one address, which may be an office or a mobile network. */
export const MAX_STREAMS = { total: 5_000, perAddress: 1_000 }

/** The open streams of a process. Each uses memory while its app is open, so their number is limited. */
export class OpenStreams {
  readonly #streams = new Set<Stream>()
  readonly #perAddress = new Map<string, number>()
  readonly #max: typeof MAX_STREAMS

  constructor(max = MAX_STREAMS) {
    this.#max = max
  }

  /**
   * Returns true if one more stream from this address fits. Loopback may be a proxy that does not name its clients.
   */
  hasRoom(address: string): boolean {
    if (this.#streams.size >= this.#max.total) return false
    return isLoopback(address) || this.#count(address) < this.#max.perAddress
  }

  /** Counts the stream until its response closes. */
  add(stream: Stream, address: string): void {
    this.#streams.add(stream)
    this.#perAddress.set(address, this.#count(address) + 1)
    stream.response.once('close', () => {
      this.#streams.delete(stream)
      const left = this.#count(address) - 1
      if (left > 0) this.#perAddress.set(address, left)
      else this.#perAddress.delete(address)
    })
  }

  [Symbol.iterator](): Iterator<Stream> {
    return this.#streams.values()
  }

  #count(address: string): number {
    return this.#perAddress.get(address) ?? 0
  }
}
