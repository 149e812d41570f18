import { isLoopback } from './loopback.ts'

/**
 * The max number of open connections of a kind, in total and from one address, which may be an office or a mobile
 * network.
 */
export type MaxConnections = { total: number; perAddress: number }

/**
 * The open streams, or the open sockets, of a process. Their number is limited, because each uses memory while its app
 * is open.
 */
export class OpenConnections<Connection> {
  readonly #connections = new Set<Connection>()
  readonly #perAddress = new Map<string, number>()
  readonly #max: MaxConnections

  constructor(max: MaxConnections) {
    this.#max = max
  }

  get size(): number {
    return this.#connections.size
  }

  /**
   * Returns true if there is room for one more connection from this address. For loopback only the total counts,
   * because it may be a proxy that does not name its clients.
   */
  hasRoom(address: string): boolean {
    if (this.#connections.size >= this.#max.total) return false
    return isLoopback(address) || this.#count(address) < this.#max.perAddress
  }

  /** Counts the connection until `closing` emits `close`. */
  add(
    connection: Connection,
    address: string,
    closing: { once(event: 'close', listener: () => void): unknown },
  ): void {
    this.#connections.add(connection)
    this.#perAddress.set(address, this.#count(address) + 1)
    closing.once('close', () => {
      this.#connections.delete(connection)
      const left = this.#count(address) - 1
      if (left > 0) this.#perAddress.set(address, left)
      else this.#perAddress.delete(address)
    })
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#connections.values()
  }

  #count(address: string): number {
    return this.#perAddress.get(address) ?? 0
  }
}
