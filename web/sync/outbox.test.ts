import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheLists } from '../storage/list-cache.ts'
import type { SaleReceipt, StoredCall } from '../storage/stored.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { newOutbox } from '../testing/outbox.testing.ts'
import {
  callsIn,
  LEAD,
  OTHER_SESSION,
  recordedSale,
  rowsIn,
  SESSION,
  SIGNED_AT,
  saveWalk,
} from '../testing/sales.testing.ts'
import { lastAccepted } from './outbox.ts'
import { findReceipt } from './receipts.ts'

const RECEIPT: SaleReceipt = {
  sessionId: SESSION,
  sha256: 'a'.repeat(64),
  at: SIGNED_AT,
  checkedAt: SIGNED_AT,
  corrected: false,
}

let on: ReturnType<typeof newOutbox>
beforeEach(() => {
  enterBrowser()
  on = newOutbox()
})
afterEach(leaveBrowser)

describe('the waiting sales', () => {
  it('are those with a call, each once', async () => {
    await on.save(2)
    await on.save(1, OTHER_SESSION)
    expect(await on.outbox.waitingSales()).toEqual([SESSION, OTHER_SESSION].sort())
  })

  it('are empty on a new phone and after everything was sent', async () => {
    expect(await on.outbox.waitingSales()).toEqual([])
    await on.save(1)
    await on.acknowledge(1, 2)
    expect(await on.outbox.waitingSales()).toEqual([])
  })

  it('contain a sale whose write was refused', async () => {
    await on.save(1)
    await on.park(1)
    expect(await on.outbox.waitingSales()).toEqual([SESSION])
  })
})

describe('the next call', () => {
  it('is each call in turn', async () => {
    await on.save()
    const order: (number | undefined)[] = []
    for (let sequence = await on.next(); sequence !== undefined; sequence = await on.next()) {
      order.push(sequence)
      await on.acknowledge(sequence)
    }
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('belongs to its own sale', async () => {
    await on.save(1, OTHER_SESSION)
    expect(await on.next()).toBeUndefined()
  })

  it.each([
    ['a refused report does not block', [2], [1], 3],
    ['several refused reports do not block', [2, 4, 6], [1, 3, 5], 7],
    ['a refused write blocks', [3], [1, 2], undefined],
    ['a refused write blocks, also behind a refused report', [2, 3], [1], undefined],
    ['only refused reports are left', [2, 4, 6, 8], [1, 3, 5, 7], undefined],
  ])('%s', async (_title, refused, accepted, expected) => {
    await on.save()
    await on.park(...refused)
    await on.acknowledge(...accepted)
    expect(await on.next()).toBe(expected)
  })
})

describe('an accepted call', () => {
  it('is kept as a copy and no longer waits', async () => {
    await on.save(1)
    const call = await on.waiting(1)
    await on.outbox.acknowledge(call)
    expect(await callsIn(on.phone, 'outbox')).toEqual([2])
    expect(await rowsIn(on.phone, 'sent')).toEqual([{ ...call, acceptedAt: expect.any(String) }])
  })

  it('is no longer refused', async () => {
    await on.save(1)
    const call = await on.waiting(1)
    await on.park(1)
    await on.outbox.unpark(SESSION)
    await on.outbox.acknowledge(call)
    expect(await callsIn(on.phone, 'parked')).toEqual([])
  })

  it('stores the receipt of its sale', async () => {
    await on.save()
    await on.outbox.acknowledge(await on.waiting(7), RECEIPT)
    expect(await findReceipt(on.phone, SESSION)).toEqual(RECEIPT)
    expect(await callsIn(on.phone, 'sent')).toEqual([7])
  })

  it('is harmless the second time, if a power cut has lost the first', async () => {
    await on.save(1)
    const call = await on.waiting(1)
    await on.outbox.acknowledge(call)
    await on.outbox.acknowledge(call)
    expect([await callsIn(on.phone, 'outbox'), await callsIn(on.phone, 'sent')]).toEqual([[2], [1]])
  })

  const durabilityOf = async (receipt?: SaleReceipt) => {
    await on.save()
    const call = await on.waiting(7)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await on.outbox.acknowledge(call, receipt)
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
    await cacheLists(on.phone, lists)
    await on.save()
    await on.acknowledge(1, 2, 3, 4, 5, 6)
    await on.outbox.acknowledge(await on.waiting(7), RECEIPT)
    expect((await rowsIn(on.phone, 'leads')).map(({ status }) => status)).toEqual(['closed-won'])
  })

  it('is kept with its receipt even if the cached list cannot be changed', async () => {
    await on.save()
    const call = await on.waiting(7)
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const transaction = IDBDatabase.prototype.transaction
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      if ([given[0]].flat().includes('leads')) throw new DOMException('damaged', 'DataError')
      return transaction.apply(this, given)
    })
    await on.outbox.acknowledge(call, RECEIPT)
    expect(await findReceipt(on.phone, SESSION)).toEqual(RECEIPT)
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('a refused call', () => {
  it('stays with its reason', async () => {
    await on.save(1)
    await on.park(1)
    expect(await rowsIn(on.phone, 'parked')).toMatchObject([
      { sessionId: SESSION, sequence: 1, kind: 'create-opportunity', reason: 'Reason 1' },
    ])
    expect(await callsIn(on.phone, 'outbox')).toEqual([1, 2])
  })

  it('is sent again after a person has read the reason, and has then accepted that reason', async () => {
    await on.save(1)
    await on.park(1)
    expect(await on.outbox.attendedReason(await on.waiting(1))).toBeUndefined()
    await on.outbox.unpark(SESSION)
    expect(await on.next()).toBe(1)
    expect(await on.outbox.attendedReason(await on.waiting(1))).toBe('Reason 1')
  })

  it('waits for a person again if it is refused for another reason', async () => {
    await on.save(1)
    await on.park(1)
    await on.outbox.unpark(SESSION)
    await on.outbox.park(await on.waiting(1), 'Another reason')
    expect(await on.next()).toBeUndefined()
    expect(await on.outbox.attendedReason(await on.waiting(1))).toBeUndefined()
  })

  it('is retried alone if the person retries the reports only', async () => {
    await on.save()
    await on.acknowledge(1)
    await on.park(2, 3)
    await on.outbox.unpark(SESSION, 'reports')
    expect(await on.next()).toBe(2)
    await on.acknowledge(2)
    expect(await on.next()).toBeUndefined()
  })

  it('that sends the evidence still waits for a person who retries the reports only', async () => {
    await saveWalk(on.phone, recordedSale())
    await on.acknowledge(1, 2, 3, 4, 5, 6, 7)
    await on.park(8, 9)
    await on.outbox.unpark(SESSION, 'reports')
    expect(await on.next()).toBe(8)
    await on.acknowledge(8)
    expect(await on.next()).toBeUndefined()
  })

  it('of another sale is not retried', async () => {
    await on.save(1)
    await on.save(1, OTHER_SESSION)
    const other = await on.outbox.nextCall(OTHER_SESSION)
    if (other) await on.outbox.park(other, 'Reason')
    await on.park(1)
    await on.outbox.unpark(SESSION)
    expect(await on.outbox.nextCall(OTHER_SESSION)).toBeUndefined()
  })

  it('is retried without effect if there is no such call', async () => {
    await on.outbox.unpark(SESSION)
    expect(await rowsIn(on.phone, 'parked')).toEqual([])
    expect(await on.outbox.attendedReason({ sessionId: SESSION, sequence: 1 } as StoredCall)).toBeUndefined()
  })
})

it('changes a waiting call', async () => {
  await on.save(1)
  const call = await on.waiting(1)
  await on.outbox.replace({ ...call, body: { ...call.body, lead_id: null } } as StoredCall)
  expect((await on.outbox.nextCall(SESSION))?.body).toMatchObject({ session_id: SESSION, lead_id: null })
})

it.each([
  ['nothing', [], undefined],
  ['the first write', [1], 1],
  ['a write and its report', [1, 2], 1],
  ['three writes', [1, 2, 3, 4, 5], 5],
  ['a report before its write', [2], undefined],
])('knows the last write that the server has accepted after %s', async (_title, accepted, expected) => {
  await on.save()
  await on.acknowledge(...accepted)
  expect(await lastAccepted(on.phone, SESSION)).toBe(expected)
})
