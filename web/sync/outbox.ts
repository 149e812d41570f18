import type { Sale } from '#domain/sale/sale.ts'
import { callsToRebuild } from '#protocol/sale-calls.ts'
import { callsOf, type Device, STRICT } from '../storage/database.ts'
import { winCachedLead } from '../storage/list-cache.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { CALL_SHAPE, isResting, isWrite, type SaleReceipt, type StoredCall } from '../storage/stored.ts'

/** The calls that wait on this phone, as whoever sends them needs them. */
export type Outbox = {
  /** The sales of which something waits. */
  waitingSales: () => Promise<string[]>
  /** What of a sale goes next; nothing when its next write was refused and rests. */
  nextCall: (sessionId: string) => Promise<StoredCall | undefined>
  /** The server has it. A copy stays; with a closing call its receipt, and in the kept list the lead is won. */
  acknowledge: (call: StoredCall, receipt?: SaleReceipt) => Promise<void>
  /** The server refuses it: it stays, with the reason, for a person to look at. */
  park: (call: StoredCall, reason: string) => Promise<void>
  /** Lets what was refused of a sale, or its reports only, try again, as a person who has read why wants. */
  unpark: (sessionId: string, only?: 'reports') => Promise<void>
  /** The refusal of a call that a person had read who sent it again. */
  attendedReason: (call: StoredCall) => Promise<string | undefined>
  /** The server has lost the sale: all that it once took waits again. */
  requeue: (sessionId: string) => Promise<void>
  /** Puts a call that still waits in another form. */
  replace: (call: StoredCall) => Promise<void>
}

/**
 * The outbox in the phone's own database. Every change is on the disk before its promise resolves, but that a call was
 * taken: who forgets that in a power cut sends it again, which is harmless. A receipt is not forgotten.
 */
export function createOutbox(device: Device): Outbox {
  return {
    waitingSales: () =>
      device.use(async (database) => {
        const keys = await database.getAllKeys('outbox')
        return [...new Set(keys.map(([sessionId]) => sessionId))]
      }),

    nextCall: (sessionId) =>
      device.use(async (database) => {
        const transaction = database.transaction(['outbox', 'parked'])
        const parked = await transaction.objectStore('parked').getAll(callsOf(sessionId))
        const resting = new Map(parked.filter(isResting).map(({ sequence, kind }) => [sequence, kind]))
        let cursor = await transaction.objectStore('outbox').openCursor(callsOf(sessionId))
        while (cursor && resting.get(cursor.value.sequence) === 'report-progress')
          cursor = await cursor.continue()
        return cursor && !resting.has(cursor.value.sequence) ? cursor.value : undefined
      }),

    acknowledge: async (call, receipt) => {
      if (receipt) await winCachedLead(device, call.sessionId).catch(reportTrouble)
      await device.use(async (database) => {
        const transaction = database.transaction(
          ['outbox', 'parked', 'sent', 'receipts'],
          'readwrite',
          receipt && STRICT,
        )
        await Promise.all([
          transaction.objectStore('outbox').delete([call.sessionId, call.sequence]),
          transaction.objectStore('parked').delete([call.sessionId, call.sequence]),
          transaction.objectStore('sent').put(call),
          receipt && transaction.objectStore('receipts').put(receipt),
          transaction.done,
        ])
      })
    },

    park: ({ sessionId, sequence, kind }, reason) =>
      device.use(async (database) => {
        const transaction = database.transaction('parked', 'readwrite', STRICT)
        const parked = { sessionId, sequence, kind, reason, at: new Date().toISOString() }
        await Promise.all([transaction.store.put(parked), transaction.done])
      }),

    unpark: (sessionId, only) =>
      device.use(async (database) => {
        const transaction = database.transaction('parked', 'readwrite', STRICT)
        const parked = await transaction.store.getAll(callsOf(sessionId))
        const meant = only === 'reports' ? parked.filter((call) => !isWrite(call)) : parked
        await Promise.all([
          ...meant.map((call) => transaction.store.put({ ...call, attended: true })),
          transaction.done,
        ])
      }),

    attendedReason: ({ sessionId, sequence }) =>
      device.use(async (database) => {
        const parked = await database.get('parked', [sessionId, sequence])
        return parked?.attended && parked.reason
      }),

    requeue: (sessionId) =>
      device.use(async (database) => {
        const transaction = database.transaction(
          ['outbox', 'sent', 'parked', 'receipts', 'sales'],
          'readwrite',
          STRICT,
        )
        const sent = await transaction.objectStore('sent').getAll(callsOf(sessionId))
        const waiting = await transaction.objectStore('outbox').getKey([sessionId, 1])
        const hasBeginning = sent[0]?.sequence === 1 || waiting !== undefined
        const sale = hasBeginning ? undefined : await transaction.objectStore('sales').get(sessionId)
        await Promise.all([
          ...(sale ? rebuilt(sale) : []).map((call) => transaction.objectStore('outbox').put(call)),
          ...sent.map((call) => transaction.objectStore('outbox').put(call)),
          transaction.objectStore('sent').delete(callsOf(sessionId)),
          transaction.objectStore('parked').delete(callsOf(sessionId)),
          transaction.objectStore('receipts').delete(sessionId),
          transaction.done,
        ])
      }),

    replace: (call) =>
      device.use(async (database) => {
        const transaction = database.transaction('outbox', 'readwrite', STRICT)
        await Promise.all([transaction.store.put(call), transaction.done])
      }),
  }
}

/** The number of the last write of a sale that the server has taken. */
export async function lastTaken(device: Device, sessionId: string): Promise<number | undefined> {
  const sent = await device.use((database) => database.getAll('sent', callsOf(sessionId)))
  return sent.findLast(isWrite)?.sequence
}

/** For a sale whose first calls were taken when the app did not keep them yet; over calls that wait it would lose them. */
const rebuilt = (sale: Sale): StoredCall[] =>
  callsToRebuild(sale).map((call) => ({ ...call, shape: CALL_SHAPE, at: new Date().toISOString() }))
