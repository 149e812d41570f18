import { type IDBPDatabase, openDB, wrap } from 'idb'
import { reportTrouble } from './report-trouble.ts'
import type { PhoneSchema } from './stored.ts'
import { upgradePhoneDatabase } from './upgrade-database.ts'

type Connection = IDBPDatabase<PhoneSchema>

const VERSION = 2

/** A conflict that only another tab can resolve: it keeps our newer app from upgrading, or it is newer than ours. */
export type OtherTab = 'holds-back' | 'is-newer'

/**
 * Doorstep's IndexedDB on the phone.
 *
 * The system may close the connection at any time (iOS does, under memory pressure). `use` then opens it again and
 * repeats the work, which is harmless because an interrupted transaction has changed nothing.
 *
 * A page that was left may stay in the back/forward cache. In Safari its open transactions would block every other
 * page, so they are aborted, and the work is repeated when the page is shown again.
 */
export class PhoneDatabase {
  #connection: Promise<Connection> | undefined
  readonly #running = new Set<IDBTransaction>()
  /** Resolves when a page in the back/forward cache is shown again. */
  #shownAgain: Promise<unknown> | undefined
  #otherTab: OtherTab | undefined
  #onOtherTab = (conflict: OtherTab) => {
    this.#otherTab = conflict
  }

  constructor() {
    addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) return
      this.#shownAgain = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
      for (const transaction of this.#running) abort(transaction)
    })
  }

  /** Calls `listener` for a conflict that has already happened and for every later one. */
  watchOtherTabs(listener: (conflict: OtherTab) => void): void {
    this.#onOtherTab = listener
    if (this.#otherTab) listener(this.#otherTab)
  }

  /**
   * Runs some work on the database and returns its result. The work may run twice. Rejects with a `DOMException` if the
   * phone cannot do it, for example because its storage is full.
   */
  async use<Result>(work: (database: Connection) => Promise<Result>): Promise<Result> {
    await this.#shownAgain
    const connection = this.#open()
    try {
      return await work(await connection)
    } catch (error) {
      if (connection === this.#connection && !isClosedConnection(error)) throw error
      if (connection === this.#connection) this.#connection = undefined
      await this.#shownAgain
      return work(await this.#open())
    }
  }

  #open(): Promise<Connection> {
    this.#connection ??= this.#connect()
    return this.#connection
  }

  async #connect(): Promise<Connection> {
    try {
      const connection = await openDB<PhoneSchema>('doorstep', VERSION, {
        upgrade: (database, oldVersion, _newVersion, transaction) =>
          void upgradePhoneDatabase(database, oldVersion, transaction).catch((error) => {
            reportTrouble(error)
            transaction.done.catch(() => undefined)
            abort(transaction)
          }),
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
      trackTransactions(connection, this.#running)
      return connection
    } catch (error) {
      this.#connection = undefined
      if (error instanceof DOMException && error.name === 'VersionError') this.#onOtherTab('is-newer')
      throw error
    }
  }
}

/** Keeps the connection's open transactions in `running`, because IndexedDB has no list of them. */
function trackTransactions(connection: Connection, running: Set<IDBTransaction>): void {
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

function abort(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort()
  } catch {
    // It has already finished.
  }
}

/** Returns whether work failed because its connection was closed before or during it. Safari reports `UnknownError`. */
const isClosedConnection = (error: unknown) =>
  error instanceof DOMException && ['AbortError', 'InvalidStateError', 'UnknownError'].includes(error.name)

/** Commits only once the data is on the disk: a sale that the screen calls saved must survive a dead battery. */
export const STRICT = { durability: 'strict' } as const

/** Returns the range of keys of all calls of a sale. */
export const callsOf = (sessionId: string) => IDBKeyRange.bound([sessionId], [sessionId, []])
