import { type IDBPDatabase, openDB, wrap } from 'idb'
import type { DeviceSchema } from './stored.ts'
import { upgradeDevice } from './upgrade-database.ts'

type Connection = IDBPDatabase<DeviceSchema>

const VERSION = 2

/** What only another tab can solve: it holds back our newer app, or it is newer than ours. */
export type OtherTab = 'holds-back' | 'is-newer'

/**
 * Everything that Doorstep keeps on the phone. Only `web/storage` knows how. The system may close the connection at
 * any time (iOS does, under memory pressure); then it is opened again and the work done once more, which is harmless,
 * since a transaction that was cut off has changed nothing.
 *
 * A page that was left may sleep on, for Back to show it again. Safari never ends what such a page has begun, and lets
 * no other page write meanwhile: so it breaks off what runs, and goes on when it is shown again.
 */
export class Device {
  #connection: Promise<Connection> | undefined
  readonly #running = new Set<IDBTransaction>()
  #sleep: Promise<unknown> | undefined
  #otherTab: OtherTab | undefined
  #onOtherTab = (what: OtherTab) => {
    this.#otherTab = what
  }

  constructor() {
    addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) return
      this.#sleep = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
      for (const transaction of this.#running) breakOff(transaction)
    })
  }

  /** Tells from now on what only another tab can solve, and what of it there is already. */
  watchOtherTabs(tell: (what: OtherTab) => void): void {
    this.#onOtherTab = tell
    if (this.#otherTab) tell(this.#otherTab)
  }

  /** Does some work on the database. Rejects with a `DOMException` when the phone cannot. */
  async use<Result>(work: (database: Connection) => Promise<Result>): Promise<Result> {
    await this.#sleep
    const connection = this.#open()
    try {
      return await work(await connection)
    } catch (error) {
      if (connection === this.#connection && !isClosedConnection(error)) throw error
      if (connection === this.#connection) this.#connection = undefined
      await this.#sleep
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
      noteTransactions(connection, this.#running)
      return connection
    } catch (error) {
      this.#connection = undefined
      if (error instanceof DOMException && error.name === 'VersionError') this.#onOtherTab('is-newer')
      throw error
    }
  }
}

/** Keeps the transactions of a connection in `running` while they run. */
function noteTransactions(connection: Connection, running: Set<IDBTransaction>): void {
  Object.assign(connection, {
    transaction(this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>) {
      const begun = IDBDatabase.prototype.transaction.apply(this, given)
      running.add(begun)
      const forget = () => running.delete(begun)
      wrap(begun).done.then(forget, forget)
      return begun
    },
  })
}

function breakOff(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has just ended.
  }
}

/** By what work fails whose connection is gone, before it or during it; Safari says `UnknownError`. */
const isClosedConnection = (error: unknown) =>
  error instanceof DOMException && ['AbortError', 'InvalidStateError', 'UnknownError'].includes(error.name)

/** Not before the disk has it: what the screen calls saved survives a dead battery. */
export const STRICT = { durability: 'strict' } as const

/** All keys of the calls of a sale. */
export const callsOf = (sessionId: string) => IDBKeyRange.bound([sessionId], [sessionId, []])
