import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSale } from '../storage/sale-records.ts'
import type { SaleReceipt } from '../storage/stored.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { newOutbox } from '../testing/outbox.testing.ts'
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

describe('a sale that the server has lost', () => {
  it('waits again from its first call, without receipt and refusals', async () => {
    await on.save()
    await on.acknowledge(1, 2, 3, 4, 5, 6)
    await on.outbox.acknowledge(await on.waiting(7), RECEIPT)
    await on.park(8)
    await on.outbox.requeue(SESSION)
    expect(await callsIn(on.phone, 'outbox')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect([await callsIn(on.phone, 'sent'), await callsIn(on.phone, 'parked')]).toEqual([[], []])
    expect(await findReceipt(on.phone, SESSION)).toBeUndefined()
    expect(await on.next()).toBe(1)
  })

  it('has its calls exactly as they were sent before', async () => {
    const walk = saleAfter(4)
    await saveWalk(on.phone, walk)
    await on.acknowledge(1, 2, 3, 4, 5, 6, 7, 8)
    await on.outbox.requeue(SESSION)
    expect(await rowsIn(on.phone, 'outbox')).toMatchObject(walk.calls)
  })

  it('does not change if all its calls already wait', async () => {
    await on.save(2)
    const before = await rowsIn(on.phone, 'outbox')
    await on.outbox.requeue(SESSION)
    expect(await rowsIn(on.phone, 'outbox')).toEqual(before)
  })

  it('does not affect other sales', async () => {
    await on.save(1, OTHER_SESSION)
    const other = await on.outbox.nextCall(OTHER_SESSION)
    if (other) await on.outbox.acknowledge(other)
    await on.save(1)
    await on.acknowledge(1)
    await on.outbox.requeue(SESSION)
    expect((await rowsIn(on.phone, 'sent')).map(({ sessionId }) => sessionId)).toEqual([OTHER_SESSION])
  })

  it.each([
    ['opened', 1, [1, 2]],
    ['with a package', 2, [1, 2]],
    ['signed', 4, [1, 2, 7]],
  ] as const)(
    'is rebuilt from the sale if version 1 did not keep its calls (%s)',
    async (_title, steps, expected) => {
      await saveWalk(on.phone, { sale: saleAfter(steps).sale, calls: [] })
      await on.outbox.requeue(SESSION)
      expect(await callsIn(on.phone, 'outbox')).toEqual(expected)
      expect((await on.outbox.nextCall(SESSION))?.body).toMatchObject({
        session_id: SESSION,
        lead_id: LEAD.id,
      })
    },
  )

  it('is not rebuilt if its first call still waits', async () => {
    await on.save(1)
    await on.outbox.requeue(SESSION)
    expect((await rowsIn(on.phone, 'outbox')).map(({ kind }) => kind)).toEqual([
      'create-opportunity',
      'report-progress',
    ])
  })

  it('keeps the sale itself', async () => {
    const walk = saleAfter(4)
    await saveWalk(on.phone, walk)
    await on.acknowledge(1, 2, 3)
    await on.outbox.requeue(SESSION)
    expect(await findSale(on.phone, SESSION)).toEqual(walk.sale)
  })
})
