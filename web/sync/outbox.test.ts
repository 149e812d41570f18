import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import { cacheLists } from '../storage/list-cache.ts'
import { findSale } from '../storage/sale-records.ts'
import type { SaleReceipt, StoredCall } from '../storage/stored.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import {
  callsIn,
  LEAD,
  OTHER_SESSION,
  rowsIn,
  SESSION,
  SIGNED_AT,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { createOutbox, lastAccepted, type Outbox } from './outbox.ts'
import { findReceipt } from './receipts.ts'

const RECEIPT: SaleReceipt = {
  sessionId: SESSION,
  sha256: 'a'.repeat(64),
  at: SIGNED_AT,
  checkedAt: SIGNED_AT,
  corrected: false,
}

let phone: PhoneDatabase
let outbox: Outbox
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
  outbox = createOutbox(phone)
})
afterEach(leaveBrowser)

const waiting = (sequence: number): Promise<StoredCall> =>
  phone.use(async (database) => {
    const call = await database.get('outbox', [SESSION, sequence])
    if (!call) throw new Error(`Call ${sequence} does not wait.`)
    return call
  })
const next = async () => (await outbox.nextCall(SESSION))?.sequence
const park = async (...sequences: number[]) => {
  for (const sequence of sequences) await outbox.park(await waiting(sequence), `Reason ${sequence}`)
}
const acknowledge = async (...sequences: number[]) => {
  for (const sequence of sequences) await outbox.acknowledge(await waiting(sequence))
}

/** A sale has eight calls: the odd ones are writes, the even ones are reports, the seventh closes it. */
const save = (steps: 1 | 2 | 3 | 4 = 4, sessionId = SESSION) => saveWalk(phone, saleAfter(steps, sessionId))

describe('the sales that wait', () => {
  it('are those with a call, each once', async () => {
    await save(2)
    await save(1, OTHER_SESSION)
    expect(await outbox.waitingSales()).toEqual([SESSION, OTHER_SESSION].sort())
  })

  it('are empty on a new phone and after everything was sent', async () => {
    expect(await outbox.waitingSales()).toEqual([])
    await save(1)
    await acknowledge(1, 2)
    expect(await outbox.waitingSales()).toEqual([])
  })

  it('contain a sale whose write was refused', async () => {
    await save(1)
    await park(1)
    expect(await outbox.waitingSales()).toEqual([SESSION])
  })
})

describe('the next call', () => {
  it('is each call in turn', async () => {
    await save()
    const order: (number | undefined)[] = []
    for (let sequence = await next(); sequence !== undefined; sequence = await next()) {
      order.push(sequence)
      await acknowledge(sequence)
    }
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('belongs to its own sale', async () => {
    await save(1, OTHER_SESSION)
    expect(await next()).toBeUndefined()
  })

  it.each([
    ['a refused report does not block', [2], [1], 3],
    ['several refused reports do not block', [2, 4, 6], [1, 3, 5], 7],
    ['a refused write blocks', [3], [1, 2], undefined],
    ['a refused write blocks, also behind a refused report', [2, 3], [1], undefined],
    ['only refused reports are left', [2, 4, 6, 8], [1, 3, 5, 7], undefined],
  ])('%s', async (_title, refused, accepted, expected) => {
    await save()
    await park(...refused)
    await acknowledge(...accepted)
    expect(await next()).toBe(expected)
  })
})

describe('an accepted call', () => {
  it('is kept as a copy and no longer waits', async () => {
    await save(1)
    const call = await waiting(1)
    await outbox.acknowledge(call)
    expect(await callsIn(phone, 'outbox')).toEqual([2])
    expect(await rowsIn(phone, 'sent')).toEqual([call])
  })

  it('is no longer refused', async () => {
    await save(1)
    const call = await waiting(1)
    await park(1)
    await outbox.unpark(SESSION)
    await outbox.acknowledge(call)
    expect(await callsIn(phone, 'parked')).toEqual([])
  })

  it('brings the receipt of its sale', async () => {
    await save()
    await outbox.acknowledge(await waiting(7), RECEIPT)
    expect(await findReceipt(phone, SESSION)).toEqual(RECEIPT)
    expect(await callsIn(phone, 'sent')).toEqual([7])
  })

  it('is harmless the second time, after a power cut has lost the first', async () => {
    await save(1)
    const call = await waiting(1)
    await outbox.acknowledge(call)
    await outbox.acknowledge(call)
    expect([await callsIn(phone, 'outbox'), await callsIn(phone, 'sent')]).toEqual([[2], [1]])
  })

  const durabilityOf = async (receipt?: SaleReceipt) => {
    await save()
    const call = await waiting(7)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await outbox.acknowledge(call, receipt)
    return transaction.mock.calls.at(-1)?.[2]?.durability
  }
  it('waits for the disk if it brings a receipt', async () => {
    expect(await durabilityOf(RECEIPT)).toBe('strict')
  })
  it('does not wait for the disk otherwise', async () => {
    expect(await durabilityOf()).toBeUndefined()
  })

  it('marks the lead of a proved sale as won in the cached list', async () => {
    const lists = { area: undefined, leads: [LEAD], opportunities: [], cursor: 'c1', inStepAt: SIGNED_AT }
    await cacheLists(phone, lists)
    await save()
    await acknowledge(1, 2, 3, 4, 5, 6)
    await outbox.acknowledge(await waiting(7), RECEIPT)
    expect((await rowsIn(phone, 'leads')).map(({ status }) => status)).toEqual(['closed-won'])
  })

  it('is kept with its receipt even if the cached list cannot be changed', async () => {
    await save()
    const call = await waiting(7)
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const transaction = IDBDatabase.prototype.transaction
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      if ([given[0]].flat().includes('leads')) throw new DOMException('damaged', 'DataError')
      return transaction.apply(this, given)
    })
    await outbox.acknowledge(call, RECEIPT)
    expect(await findReceipt(phone, SESSION)).toEqual(RECEIPT)
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('a refused call', () => {
  it('stays with its reason', async () => {
    await save(1)
    await park(1)
    expect(await rowsIn(phone, 'parked')).toMatchObject([
      { sessionId: SESSION, sequence: 1, kind: 'create-opportunity', reason: 'Reason 1' },
    ])
    expect(await callsIn(phone, 'outbox')).toEqual([1, 2])
  })

  it('is sent again after a person has read why, who has then accepted that reason', async () => {
    await save(1)
    await park(1)
    expect(await outbox.attendedReason(await waiting(1))).toBeUndefined()
    await outbox.unpark(SESSION)
    expect(await next()).toBe(1)
    expect(await outbox.attendedReason(await waiting(1))).toBe('Reason 1')
  })

  it('waits for a person again if it is refused for another reason', async () => {
    await save(1)
    await park(1)
    await outbox.unpark(SESSION)
    await outbox.park(await waiting(1), 'Another reason')
    expect(await next()).toBeUndefined()
    expect(await outbox.attendedReason(await waiting(1))).toBeUndefined()
  })

  it('is retried alone if the person retries the reports only', async () => {
    await save()
    await acknowledge(1)
    await park(2, 3)
    await outbox.unpark(SESSION, 'reports')
    expect(await next()).toBe(2)
    await acknowledge(2)
    expect(await next()).toBeUndefined()
  })

  it('of another sale is not retried', async () => {
    await save(1)
    await save(1, OTHER_SESSION)
    const other = await outbox.nextCall(OTHER_SESSION)
    if (other) await outbox.park(other, 'Reason')
    await park(1)
    await outbox.unpark(SESSION)
    expect(await outbox.nextCall(OTHER_SESSION)).toBeUndefined()
  })

  it('of which none exists is retried without effect', async () => {
    await outbox.unpark(SESSION)
    expect(await rowsIn(phone, 'parked')).toEqual([])
    expect(await outbox.attendedReason({ sessionId: SESSION, sequence: 1 } as StoredCall)).toBeUndefined()
  })
})

describe('a sale that the server has lost', () => {
  it('waits again from its first call, without receipt and refusals', async () => {
    await save()
    await acknowledge(1, 2, 3, 4, 5, 6)
    await outbox.acknowledge(await waiting(7), RECEIPT)
    await park(8)
    await outbox.requeue(SESSION)
    expect(await callsIn(phone, 'outbox')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect([await callsIn(phone, 'sent'), await callsIn(phone, 'parked')]).toEqual([[], []])
    expect(await findReceipt(phone, SESSION)).toBeUndefined()
    expect(await next()).toBe(1)
  })

  it('has its calls exactly as they were sent before', async () => {
    const walk = saleAfter(4)
    await saveWalk(phone, walk)
    await acknowledge(1, 2, 3, 4, 5, 6, 7, 8)
    await outbox.requeue(SESSION)
    expect(await rowsIn(phone, 'outbox')).toMatchObject(walk.calls)
  })

  it('stays as it is if all its calls wait already', async () => {
    await save(2)
    const before = await rowsIn(phone, 'outbox')
    await outbox.requeue(SESSION)
    expect(await rowsIn(phone, 'outbox')).toEqual(before)
  })

  it('leaves other sales alone', async () => {
    await save(1, OTHER_SESSION)
    const other = await outbox.nextCall(OTHER_SESSION)
    if (other) await outbox.acknowledge(other)
    await save(1)
    await acknowledge(1)
    await outbox.requeue(SESSION)
    expect((await rowsIn(phone, 'sent')).map(({ sessionId }) => sessionId)).toEqual([OTHER_SESSION])
  })

  it.each([
    ['opened', 1, [1, 2]],
    ['with a package', 2, [1, 2]],
    ['signed', 4, [1, 2, 7]],
  ] as const)(
    'is rebuilt from the sale if version 1 did not keep its calls (%s)',
    async (_title, steps, expected) => {
      await saveWalk(phone, { sale: saleAfter(steps).sale, calls: [] })
      await outbox.requeue(SESSION)
      expect(await callsIn(phone, 'outbox')).toEqual(expected)
      expect((await outbox.nextCall(SESSION))?.body).toMatchObject({ session_id: SESSION, lead_id: LEAD.id })
    },
  )

  it('is not rebuilt if its first call still waits', async () => {
    await save(1)
    await outbox.requeue(SESSION)
    expect((await rowsIn(phone, 'outbox')).map(({ kind }) => kind)).toEqual([
      'create-opportunity',
      'report-progress',
    ])
  })

  it('keeps the sale itself', async () => {
    const walk = saleAfter(4)
    await saveWalk(phone, walk)
    await acknowledge(1, 2, 3)
    await outbox.requeue(SESSION)
    expect(await findSale(phone, SESSION)).toEqual(walk.sale)
  })
})

it('changes a call that waits', async () => {
  await save(1)
  const call = await waiting(1)
  await outbox.replace({ ...call, body: { ...call.body, lead_id: null } } as StoredCall)
  expect((await outbox.nextCall(SESSION))?.body).toMatchObject({ session_id: SESSION, lead_id: null })
})

it.each([
  ['nothing', [], undefined],
  ['the first write', [1], 1],
  ['a write and its report', [1, 2], 1],
  ['three writes', [1, 2, 3, 4, 5], 5],
  ['a report before its write', [2], undefined],
])('knows the last write that the server has accepted after %s', async (_title, accepted, expected) => {
  await save()
  await acknowledge(...accepted)
  expect(await lastAccepted(phone, SESSION)).toBe(expected)
})
