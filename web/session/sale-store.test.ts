import { describe, expect, it, vi } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import type { Command } from '#domain/sale/commands.ts'
import { newSale, type Sale } from '#domain/sale/sale.ts'
import { leadWith } from '#domain/testing/lead-with.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { Saved } from '../storage/sale-records.ts'
import { createSaleStore } from './sale-store.ts'

const SELECT: Command = { type: 'select-lead', localArea: 'Riverside', lead: leadWith({}) }
const CONTINUE: Command = { type: 'continue-with-lead' }

type Write = { sale: Sale; calls: readonly SaleCall[]; finish: (saved?: Saved) => void; fail: () => void }

/** Returns a store whose writes finish when the test says so. */
function phone() {
  const writes: Write[] = []
  let sent = 0
  const store = createSaleStore(
    newSale('sale_1_a'),
    (sale, calls) =>
      new Promise((resolve, reject) => {
        writes.push({
          sale,
          calls,
          finish: (saved = success(undefined)) => resolve(saved),
          fail: () => reject(new Error('disk full')),
        })
      }),
    () => {
      sent += 1
    },
  )
  /** Returns the n-th write, once it has begun. */
  const write = (n: number) =>
    vi.waitFor(() => {
      const begun = writes[n]
      if (!begun) throw new Error('not yet')
      return begun
    })
  return { store, writes, write, sent: () => sent }
}

const enter = (value: string): Command => ({ type: 'enter-customer', field: 'firstName', value })

describe('an edit', () => {
  it('shows at once', () => {
    const { store } = phone()
    void store.dispatch(SELECT)
    expect(store.get().lead?.id).toBe('lead-1')
  })

  it('is merged with later ones while the disk is busy, and the last one is saved', async () => {
    const { store, writes, write } = phone()
    void store.dispatch(SELECT)
    const selecting = await write(0)
    const typed = ['M', 'Ma', 'Mar', 'Mary'].map((value) => store.dispatch(enter(value)))
    selecting.finish()
    const typing = await write(1)
    expect(typing.sale.customer.firstName).toBe('Mary')
    typing.finish()
    expect(await Promise.all(typed)).toMatchObject(typed.map(() => ({ ok: true })))
    expect(writes).toHaveLength(2)
  })

  it('is not merged with an edit of another sale', async () => {
    const { store, write } = phone()
    void store.dispatch(SELECT)
    const selecting = await write(0)
    void store.dispatch(enter('Mary'))
    void store.dispatch({ type: 'start-new-sale', sessionId: 'sale_2_b' })
    selecting.finish()
    const typing = await write(1)
    expect(typing.sale).toMatchObject({ sessionId: 'sale_1_a', customer: { firstName: 'Mary' } })
    typing.finish()
    expect((await write(2)).sale.sessionId).toBe('sale_2_b')
  })

  it('is saved again by itself if it arrives during a save', async () => {
    const { store, write } = phone()
    void store.dispatch(enter('M'))
    const first = await write(0)
    void store.dispatch(enter('Ma'))
    first.finish()
    expect((await write(1)).sale.customer.firstName).toBe('Ma')
  })

  it('rejects with every edit merged into it if the disk refuses, and the next edit is saved', async () => {
    const { store, write } = phone()
    void store.dispatch(SELECT)
    const first = await write(0)
    const typed = ['M', 'Ma'].map((value) => store.dispatch(enter(value)))
    first.finish()
    ;(await write(1)).fail()
    for (const one of typed) await expect(one).rejects.toThrow('disk full')
    const next = store.dispatch(enter('Mary'))
    ;(await write(2)).finish()
    expect(await next).toMatchObject({ ok: true })
  })
})

describe('a finished step', () => {
  it('shows only once the sale and its calls are saved together', async () => {
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

  it('does not show if the disk refuses', async () => {
    const { store, write, sent } = phone()
    void store.dispatch(SELECT)
    const continued = store.dispatch(CONTINUE)
    ;(await write(0)).finish()
    ;(await write(1)).fail()
    await expect(continued).rejects.toThrow('disk full')
    expect(store.get()).toMatchObject({ step: 1, opened: false })
    expect(sent()).toBe(0)
  })

  it('does not show if another tab has taken over, and sends nothing', async () => {
    const { store, write, sent } = phone()
    void store.dispatch(SELECT)
    const continued = store.dispatch(CONTINUE)
    ;(await write(0)).finish()
    ;(await write(1)).finish(failed('taken-over'))
    expect(await continued).toMatchObject({ ok: false, failure: { rule: 'taken-over' } })
    expect(store.get().step).toBe(1)
    expect(sent()).toBe(0)
  })

  it('ignores a second tap on the same button', async () => {
    const { store, writes, write } = phone()
    void store.dispatch(SELECT)
    const taps = Promise.all([store.dispatch(CONTINUE), store.dispatch(CONTINUE)])
    ;(await write(0)).finish()
    ;(await write(1)).finish()
    expect(await taps).toMatchObject([{ ok: true }, { ok: false, failure: { rule: 'wrong-step' } }])
    expect(writes).toHaveLength(2)
  })

  it('is saved before an edit that arrives while it is being saved', async () => {
    const { store, writes, write } = phone()
    void store.dispatch(SELECT)
    void store.dispatch(CONTINUE)
    void store.dispatch(enter('Mary'))
    for (let n = 0; n < 3; n++) (await write(n)).finish()
    expect(writes.map(({ sale }) => [sale.step, sale.customer.firstName])).toEqual([
      [1, ''],
      [2, ''],
      [2, 'Mary'],
    ])
  })
})

it('saves what is on the screen again, once there is room', async () => {
  const { store, write } = phone()
  const refused = store.dispatch(SELECT)
  ;(await write(0)).fail()
  await expect(refused).rejects.toThrow('disk full')
  const again = store.saveAgain()
  const saving = await write(1)
  expect(saving.sale.lead?.id).toBe('lead-1')
  saving.finish()
  expect(await again).toMatchObject({ ok: true })
})
