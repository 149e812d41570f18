import { type IDBPDatabase, openDB } from 'idb'
import type { DeviceSchema } from './stored.ts'
import { upgradeDevice } from './upgrade-device.ts'

type Connection = IDBPDatabase<DeviceSchema>

const VERSION = 2

/** What only another tab can solve: it holds back our newer app, or it is newer than ours. */
export type OtherTab = 'holds-back' | 'is-newer'

/**
 * Everything that Doorstep keeps on the phone. Only `web/offline` knows how. The system may close the connection at
 * any time (iOS does, under memory pressure); then it is opened again and the work done once more, which is harmless,
 * since a transaction that was cut off has changed nothing.
 */
export class Device {
  #connection: Promise<Connection> | undefined
  #otherTab: OtherTab | undefined
  #onOtherTab = (what: OtherTab) => {
    this.#otherTab = what
  }

  /** Tells from now on what only another tab can solve, and what of it there is already. */
  watchOtherTabs(tell: (what: OtherTab) => void): void {
    this.#onOtherTab = tell
    if (this.#otherTab) tell(this.#otherTab)
  }

  /** Does some work on the database. Rejects with a `DOMException` when the phone cannot. */
  async use<Result>(work: (database: Connection) => Promise<Result>): Promise<Result> {
    const connection = this.#open()
    try {
      return await work(await connection)
    } catch (error) {
      if (connection === this.#connection && !isClosedConnection(error)) throw error
      if (connection === this.#connection) this.#connection = undefined
      return work(await this.#open())
    }
  }

  #open(): Promise<Connection> {
    this.#connection ??= this.#connect()
    return this.#connection
  }

  async #connect(): Promise<Connection> {
    try {
      const connection = await openDB<DeviceSchema>('doorstep', VERSION, {
        upgrade: (database, oldVersion, _newVersion, transaction) =>
          upgradeDevice(database, oldVersion, transaction),
        blocked: () => this.#onOtherTab('holds-back'),
        blocking: (_current, _wanted, event) => {
          ;(event.target as IDBDatabase).close()
          this.#connection = undefined
          this.#onOtherTab('is-newer')
        },
        terminated: () => {
          this.#connection = undefined
        },
      })
      this.#otherTab = undefined
      return connection
    } catch (error) {
      this.#connection = undefined
      if (error instanceof DOMException && error.name === 'VersionError') this.#onOtherTab('is-newer')
      throw error
    }
  }
}

/** By what work fails whose connection is gone, before it or during it; Safari says `UnknownError`. */
const isClosedConnection = (error: unknown) =>
  error instanceof DOMException && ['AbortError', 'InvalidStateError', 'UnknownError'].includes(error.name)

/** Not before the disk has it: what the screen calls saved survives a dead battery. */
export const STRICT = { durability: 'strict' } as const

/** All keys of the calls of a sale. */
export const callsOf = (sessionId: string) => IDBKeyRange.bound([sessionId], [sessionId, []])
