import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { callsOf, type PhoneDatabase } from '../storage/database.ts'
import {
  isRecord,
  isWrite,
  needsAttention,
  type ParkedCall,
  type SaleReceipt,
  writtenBy,
} from '../storage/stored.ts'
import { createStore, type Readable } from '../store.ts'

/** How far a sale on this phone has been sent. */
export type PhoneSale = {
  sessionId: string
  /** When the sale was last saved, by the phone's clock. */
  savedAt: string
  /** When the server accepted its last call, by the phone's clock; `savedAt` if the phone did not keep that time. */
  acceptedAt: string
  /** The opportunity that its calls add up to, sent or not, without the large signature. */
  written: Partial<Opportunity>
  /** How many writes, reports, and records of the signing and of copies given still wait. */
  writes: number
  reports: number
  records: number
  /** The refused calls that need attention. */
  parked: readonly ParkedCall[]
  receipt: SaleReceipt | undefined
  /** The phone has everything that was entered, and the sale is not signed, so the agent can continue. */
  resumable?: true
  /** The phone has the content of the customer's copy. */
  hasCopy?: true
  /** When the agent gave the copy on paper, and the number on it. */
  paper?: { at: string; number: string | undefined }
}

/** Returns whether the customer has signed. */
export const isSigned = ({ written }: PhoneSale) => written.status === 'closed-won'

/** Returns whether calls wait. A refused call does not count, because it is not sent again by itself. */
export const isWaiting = ({ writes, reports, records, parked }: PhoneSale) =>
  writes + reports + records > parked.length

/** The sales on this phone, by session id. */
export type PhoneSales = Readable<ReadonlyMap<string, PhoneSale>> & {
  /** Reads one sale from the database. */
  refresh: (sessionId: string) => Promise<void>
  /** Reads every sale from the database. */
  refreshAll: () => Promise<void>
}

export function createPhoneSales(phone: PhoneDatabase): PhoneSales {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, PhoneSale>>(new Map())

  async function refresh(sessionId: string): Promise<void> {
    const read = await readPhoneSale(phone, sessionId)
    const next = new Map(get())
    if (read) next.set(sessionId, read)
    else next.delete(sessionId)
    set(next)
  }

  return {
    get,
    subscribe,
    refresh,
    async refreshAll() {
      for (const sessionId of await sessionIds(phone)) await refresh(sessionId)
    },
  }
}

async function sessionIds(phone: PhoneDatabase): Promise<Set<string>> {
  const keys = await phone.use(async (database) => {
    const [waiting, sent] = await Promise.all([database.getAllKeys('outbox'), database.getAllKeys('sent')])
    const proved = await database.getAllKeys('receipts')
    return [...[...waiting, ...sent].map(([sessionId]) => sessionId), ...proved]
  })
  return new Set(keys)
}

const readPhoneSale = (phone: PhoneDatabase, sessionId: string): Promise<PhoneSale | undefined> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['outbox', 'sent', 'parked', 'receipts', 'sales'])
    const [waiting, sent, parked, receipt, sale] = await Promise.all([
      transaction.objectStore('outbox').getAll(callsOf(sessionId)),
      transaction.objectStore('sent').getAll(callsOf(sessionId)),
      transaction.objectStore('parked').getAll(callsOf(sessionId)),
      transaction.objectStore('receipts').get(sessionId),
      transaction.objectStore('sales').get(sessionId),
    ])
    const calls = [...sent, ...waiting].sort((a, b) => a.sequence - b.sequence)
    const savedAt = calls.at(-1)?.at ?? receipt?.at
    const acceptedAt = sent.map((call) => call.acceptedAt ?? '').reduce(latest, savedAt ?? '')
    if (savedAt === undefined) return undefined
    const written = writtenBy(calls)
    delete written.contract_signature
    const writes = waiting.filter(isWrite).length
    const records = waiting.filter(isRecord).length
    const isUnsigned = sale && !sale.contract
    return {
      sessionId,
      savedAt,
      acceptedAt,
      written,
      writes,
      records,
      reports: waiting.length - writes - records,
      parked: parked.filter(needsAttention),
      receipt,
      ...(isUnsigned && { resumable: true }),
      ...(sale?.signing && { hasCopy: true }),
      ...(sale?.copiesGiven?.paper && { paper: { at: sale.copiesGiven.paper, number: sale.paperNumber } }),
    }
  })

const latest = (a: string, b: string) => (a > b ? a : b)
