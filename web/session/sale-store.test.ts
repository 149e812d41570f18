import { describe, expect, it, vi } from 'vitest'
import type { Command } from '#domain/sale/commands.ts'
import { newSale, type Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { createSaleStore } from './sale-store.ts'

const AT = '2026-03-01T10:00:00.000Z'
const SELECT: Command = {
  type: 'select-lead',
  localArea: 'Riverside',
  lead: {
    id: 'lead-1',
    street_address: '2 High St',
    postcode: 'AB1 2CD',
    household_size: 3,
    voucher_value: '1500',
    status: 'new',
    priority: 'high',
    contact_name: null,
    contact_phone: null,
    contact_email: null,
    notes: null,
    area: null,
    created_at: AT,
    updated_at: AT,
  },
}
const CONTINUE: Command = { type: 'continue-with-lead' }

/** A phone whose disk writes when it is told to. */
function phone() {
  const writes: { sale: Sale; calls: readonly SaleCall[]; finish: () => void; fail: () => void }[] = []
  let sent = 0
  const store = createSaleStore(
    newSale('sale_1_a'),
    (sale, calls) =>
      new Promise((resolve, reject) => {
        writes.push({ sale, calls, finish: resolve, fail: () => reject(new Error('disk full')) })
      }),
    () => {
      sent += 1
    },
  )
  /** The n-th write, once it has reached the disk. */
  const write = (n: number) =>
    vi.waitFor(() => {
      const reached = writes[n]
      if (!reached) throw new Error('not yet')
      return reached
    })
  return { store, writes, write, sent: () => sent }
}

describe('the sale on the phone', () => {
  it('shows what is typed in the same turn', () => {
    const { store } = phone()
    void store.dispatch(SELECT)
    expect(store.get().lead?.id).toBe('lead-1')
  })

  it('goes on to the next step only when sale and calls are on the disk together', async () => {
    const { store, write, sent } = phone()
    void store.dispatch(SELECT)
    const continued = store.dispatch(CONTINUE)
    ;(await write(0)).finish()
    const finishing = await write(1)
    expect(store.get().step).toBe(1)
    expect(finishing.sale.step).toBe(2)
    expect(finishing.calls.map(({ kind }) => kind)).toEqual(['create-opportunity', 'report-progress'])
    expect(sent()).toBe(0)
    finishing.finish()
    expect(await continued).toMatchObject({ ok: true })
    expect(store.get().step).toBe(2)
    expect(sent()).toBe(1)
  })

  it('stays where it is when the disk refuses, and says so', async () => {
    const { store, write, sent } = phone()
    void store.dispatch(SELECT)
    const continued = store.dispatch(CONTINUE)
    ;(await write(0)).finish()
    ;(await write(1)).fail()
    await expect(continued).rejects.toThrow('disk full')
    expect(store.get()).toMatchObject({ step: 1, opened: false })
    expect(sent()).toBe(0)
  })

  it('takes a second tap on the same button for what it is', async () => {
    const { store, writes, write } = phone()
    void store.dispatch(SELECT)
    const taps = Promise.all([store.dispatch(CONTINUE), store.dispatch(CONTINUE)])
    ;(await write(0)).finish()
    ;(await write(1)).finish()
    expect(await taps).toMatchObject([{ ok: true }, { ok: false, failure: { rule: 'wrong-step' } }])
    expect(writes).toHaveLength(2)
  })
})
