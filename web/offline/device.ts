import { type IDBPDatabase, openDB } from 'idb'
import { type Lead, voucherOf } from '#domain/lead/lead.ts'
import { naturalKey } from '#domain/lead/lead-order.ts'
import type { CachedLead, DeviceSchema } from './stored.ts'
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
  readonly #onOtherTab: (what: OtherTab) => void
  #connection: Promise<Connection> | undefined

  constructor(onOtherTab: (what: OtherTab) => void) {
    this.#onOtherTab = onOtherTab
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
    this.#connection ??= openDB<DeviceSchema>('doorstep', VERSION, {
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
    }).catch((error) => {
      this.#connection = undefined
      if (error instanceof DOMException && error.name === 'VersionError') this.#onOtherTab('is-newer')
      throw error
    })
    return this.#connection
  }
}

/** By what work fails whose connection is gone, before it or during it; Safari says `UnknownError`. */
const isClosedConnection = (error: unknown) =>
  error instanceof DOMException && ['AbortError', 'InvalidStateError', 'UnknownError'].includes(error.name)

export const leadToCached = (lead: Lead): CachedLead => ({
  ...lead,
  minus_voucher: -voucherOf(lead),
  street_key: naturalKey(lead.street_address),
})

/** Not before the disk has it: what the screen calls saved survives a dead battery. */
export const STRICT = { durability: 'strict' } as const

/** All keys of the calls of a sale. */
export const callsOf = (sessionId: string) => IDBKeyRange.bound([sessionId], [sessionId, []])
