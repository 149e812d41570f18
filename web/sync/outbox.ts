import type { Sale } from '#domain/sale/sale.ts'
import { callsToRebuild } from '#protocol/whole-sale.ts'
import { callsOf, type PhoneDatabase, STRICT } from '../storage/database.ts'
import { markCachedLeadWon } from '../storage/list-cache.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import {
  CALL_SHAPE,
  isRecord,
  isWrite,
  needsAttention,
  type SaleReceipt,
  type StoredCall,
  writtenBy,
} from '../storage/stored.ts'

/** The calls on this phone that wait to be sent. */
export type Outbox = {
  /** Returns the ids of the sales that have waiting calls. */
  waitingSales: () => Promise<string[]>
  /** Returns the next call of a sale to send; undefined if no call waits or the next write was refused. */
  nextCall: (sessionId: string) => Promise<StoredCall | undefined>
  /**
   * Notes that the server has accepted the call. The phone keeps a copy, and the receipt if the call closed the sale.
   */
  acknowledge: (call: StoredCall, receipt?: SaleReceipt) => Promise<void>
  /**
   * Notes that the server has refused the call. It stays, with the reason, until a person retries it or, if
   * `untilSigned`, until the sale is signed, because only an unsigned sale is refused like that.
   */
  park: (call: StoredCall, reason: string, untilSigned?: boolean) => Promise<void>
  /** Returns whether the signature of a sale waits on this phone. */
  isSigned: (sessionId: string) => Promise<boolean>
  /** Lets the refused calls of a sale, or only its reports, be sent again, because a person has read the reason. */
  unpark: (sessionId: string, only?: 'reports') => Promise<void>
  /** Returns the reason for which a call was refused before a person retried it. */
  attendedReason: (call: StoredCall) => Promise<string | undefined>
  /** Call if the server has lost the sale. Every call that it had accepted waits again. */
  requeue: (sessionId: string) => Promise<void>
  /** Call if the server has the sale but lacks the records of its signing. Their calls wait again. */
  requeueRecords: (sessionId: string) => Promise<void>
  /** Changes a waiting call. */
  replace: (call: StoredCall) => Promise<void>
}

/**
 * Creates the outbox in the phone's database. Every change is on the disk before its promise resolves, except an
 * acknowledgement without a receipt: if a power cut loses it, the call is sent again, which is harmless.
 */
export function createOutbox(phone: PhoneDatabase): Outbox {
  return {
    waitingSales: () =>
      phone.use(async (database) => {
        const keys = await database.getAllKeys('outbox')
        return [...new Set(keys.map(([sessionId]) => sessionId))]
      }),
    nextCall: (sessionId) => findNextCall(phone, sessionId),
    acknowledge: (call, receipt) => acknowledge(phone, call, receipt),
    park: ({ sessionId, sequence, kind }, reason, untilSigned) =>
      phone.use(async (database) => {
        const transaction = database.transaction('parked', 'readwrite', STRICT)
        const at = new Date().toISOString()
        const parked = {
          sessionId,
          sequence,
          kind,
          reason,
          at,
          ...(untilSigned && { untilSigned: true as const }),
        }
        await Promise.all([transaction.store.put(parked), transaction.done])
      }),
    isSigned: (sessionId) =>
      phone.use(async (database) => areSigned(await database.getAll('outbox', callsOf(sessionId)))),
    unpark: (sessionId, only) => unpark(phone, sessionId, only),
    attendedReason: ({ sessionId, sequence }) =>
      phone.use(async (database) => {
        const parked = await database.get('parked', [sessionId, sequence])
        return parked?.attended && parked.reason
      }),
    requeue: (sessionId) => requeue(phone, sessionId),
    requeueRecords: (sessionId) => requeueRecords(phone, sessionId),
    replace: (call) =>
      phone.use(async (database) => {
        const transaction = database.transaction('outbox', 'readwrite', STRICT)
        await Promise.all([transaction.store.put(call), transaction.done])
      }),
  }
}

/**
 * A refused report does not block the calls after it. A refused write or evidence does, because copies given belong to
 * it.
 */
const findNextCall = (phone: PhoneDatabase, sessionId: string): Promise<StoredCall | undefined> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['outbox', 'parked'])
    const parked = await transaction.objectStore('parked').getAll(callsOf(sessionId))
    const mayBeSigned = parked.some(({ untilSigned }) => untilSigned)
    const isSigned =
      mayBeSigned && areSigned(await transaction.objectStore('outbox').getAll(callsOf(sessionId)))
    const blocking = parked.filter((one) => needsAttention(one) && !(one.untilSigned && isSigned))
    const refused = new Map(blocking.map(({ sequence, kind }) => [sequence, kind]))
    let cursor = await transaction.objectStore('outbox').openCursor(callsOf(sessionId))
    while (cursor && refused.get(cursor.value.sequence) === 'report-progress')
      cursor = await cursor.continue()
    return cursor && !refused.has(cursor.value.sequence) ? cursor.value : undefined
  })

const areSigned = (calls: readonly StoredCall[]) =>
  calls.some((call) => isWrite(call) && writtenBy([call]).status === 'closed-won')

async function acknowledge(phone: PhoneDatabase, call: StoredCall, receipt?: SaleReceipt): Promise<void> {
  if (receipt) await markCachedLeadWon(phone, call.sessionId).catch(reportTrouble)
  await phone.use(async (database) => {
    const transaction = database.transaction(
      ['outbox', 'parked', 'sent', 'receipts'],
      'readwrite',
      receipt && STRICT,
    )
    await Promise.all([
      transaction.objectStore('outbox').delete([call.sessionId, call.sequence]),
      transaction.objectStore('parked').delete([call.sessionId, call.sequence]),
      transaction.objectStore('sent').put({ ...call, acceptedAt: new Date().toISOString() }),
      receipt && transaction.objectStore('receipts').put(receipt),
      transaction.done,
    ])
  })
}

const unpark = (phone: PhoneDatabase, sessionId: string, only?: 'reports'): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction('parked', 'readwrite', STRICT)
    const parked = await transaction.store.getAll(callsOf(sessionId))
    const retried = only === 'reports' ? parked.filter(({ kind }) => kind === 'report-progress') : parked
    await Promise.all([
      ...retried.map((call) => transaction.store.put({ ...call, attended: true })),
      transaction.done,
    ])
  })

const requeue = (phone: PhoneDatabase, sessionId: string): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction(
      ['outbox', 'sent', 'parked', 'receipts', 'sales'],
      'readwrite',
      STRICT,
    )
    const sent = await transaction.objectStore('sent').getAll(callsOf(sessionId))
    const firstWaiting = await transaction.objectStore('outbox').getKey([sessionId, 1])
    const hasBeginning = sent[0]?.sequence === 1 || firstWaiting !== undefined
    const sale = hasBeginning ? undefined : await transaction.objectStore('sales').get(sessionId)
    await Promise.all([
      ...(sale ? rebuiltCalls(sale) : []).map((call) => transaction.objectStore('outbox').put(call)),
      ...sent.map((call) => transaction.objectStore('outbox').put(call)),
      transaction.objectStore('sent').delete(callsOf(sessionId)),
      transaction.objectStore('parked').delete(callsOf(sessionId)),
      transaction.objectStore('receipts').delete(sessionId),
      transaction.done,
    ])
  })

const requeueRecords = (phone: PhoneDatabase, sessionId: string): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['outbox', 'sent'], 'readwrite', STRICT)
    const sent = await transaction.objectStore('sent').getAll(callsOf(sessionId))
    const records = sent.filter(isRecord)
    await Promise.all([
      ...records.map((call) => transaction.objectStore('outbox').put(call)),
      ...records.map(({ sequence }) => transaction.objectStore('sent').delete([sessionId, sequence])),
      transaction.done,
    ])
  })

/** For a sale whose first calls were sent by version 1 of the database, which did not keep sent calls. */
const rebuiltCalls = (sale: Sale): StoredCall[] =>
  callsToRebuild(sale).map((call) => ({ ...call, shape: CALL_SHAPE, at: new Date().toISOString() }))

/** Returns the sequence number of the last write of a sale that the server has accepted. */
export async function lastAccepted(phone: PhoneDatabase, sessionId: string): Promise<number | undefined> {
  const sent = await phone.use((database) => database.getAll('sent', callsOf(sessionId)))
  return sent.findLast(isWrite)?.sequence
}
