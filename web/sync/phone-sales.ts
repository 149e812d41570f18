import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { callsOf, type Device } from '../storage/database.ts'
import { isResting, type ParkedCall, type SaleReceipt, writtenBy } from '../storage/stored.ts'
import { createStore, type Readable } from '../store.ts'

/** How a sale of this phone stands. */
export type PhoneSale = {
  sessionId: string
  /** When it was last saved here, by the phone's own clock. */
  savedAt: string
  /** What the phone has told the server of it, or is about to; without the signature, which is heavy. */
  written: Partial<Opportunity>
  /** The writes and the reports that still wait. */
  writes: number
  reports: number
  /** What was refused and rests, and why. */
  parked: readonly ParkedCall[]
  receipt: SaleReceipt | undefined
}

/** How the sales on this phone stand, for screens to follow. */
export type PhoneSales = Readable<ReadonlyMap<string, PhoneSale>> & {
  /** Reads one sale anew. */
  refresh: (sessionId: string) => Promise<void>
  /** Reads every sale anew. */
  refreshAll: () => Promise<void>
}

export function createPhoneSales(device: Device): PhoneSales {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, PhoneSale>>(new Map())

  async function refresh(sessionId: string): Promise<void> {
    const read = await readPhoneSale(device, sessionId)
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
      for (const sessionId of await sessionsOf(device)) await refresh(sessionId)
    },
  }
}

async function sessionsOf(device: Device): Promise<Set<string>> {
  const keys = await device.use(async (database) => {
    const [waiting, sent] = await Promise.all([database.getAllKeys('outbox'), database.getAllKeys('sent')])
    const proved = await database.getAllKeys('receipts')
    return [...[...waiting, ...sent].map(([sessionId]) => sessionId), ...proved]
  })
  return new Set(keys)
}

const readPhoneSale = (device: Device, sessionId: string): Promise<PhoneSale | undefined> =>
  device.use(async (database) => {
    const transaction = database.transaction(['outbox', 'sent', 'parked', 'receipts'])
    const [waiting, sent, parked, receipt] = await Promise.all([
      transaction.objectStore('outbox').getAll(callsOf(sessionId)),
      transaction.objectStore('sent').getAll(callsOf(sessionId)),
      transaction.objectStore('parked').getAll(callsOf(sessionId)),
      transaction.objectStore('receipts').get(sessionId),
    ])
    const calls = [...sent, ...waiting].sort((a, b) => a.sequence - b.sequence)
    const savedAt = calls.at(-1)?.at ?? receipt?.at
    if (savedAt === undefined) return undefined
    const written = writtenBy(calls)
    delete written.contract_signature
    const reports = waiting.filter(({ kind }) => kind === 'report-progress').length
    const writes = waiting.length - reports
    return { sessionId, savedAt, written, writes, reports, parked: parked.filter(isResting), receipt }
  })
