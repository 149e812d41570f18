import { describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { DATABASES } from '../testing/databases.ts'
import { useDeliveries } from './deliveries.testing.ts'

const done = success({})
const refused = (retry: 'later' | 'never', message = 'No.') => failed({ retry, message })

describe.each(DATABASES)('Deliveries on the %s database', (kind) => {
  const { crm, automation, deliveries, wantPush, report, firstRow } = useDeliveries(kind)

  test('are delivered after a wake', async () => {
    deliveries().start()
    await report('sale_1', 1)
    deliveries().wake()
    const attempt = await automation().next()
    expect(attempt.delivery.payload).toEqual({ step: 'step 1' })
    attempt.answer(done)
    await deliveries().runNow('automation', 'sale_1')
    expect(await firstRow()).toMatchObject({ state: 'delivered', delivered: 1, lease: null })
  })

  test('send the steps of a sale one after another, and those of other sales meanwhile', async () => {
    for (const sequence of [4, 2, 6]) await report('sale_1', sequence)
    await report('sale_2', 1)
    deliveries().start()
    const both = [await automation().next(), await automation().next()]
    const of = (sale: string) => both.find(({ delivery }) => delivery.session_id === sale) as (typeof both)[0]
    const [first, other] = [of('sale_1'), of('sale_2')]
    expect([first.delivery.payload, other.delivery.payload]).toEqual([{ step: 'step 2' }, { step: 'step 1' }])
    other.answer(done)
    await deliveries().runNow('automation', 'sale_2')
    expect(automation().unseen()).toEqual([])
    first.answer(refused('later'))
    const again = await automation().next()
    expect(again.delivery.payload).toEqual({ step: 'step 2' })
    again.answer(done)
    for (const step of [4, 6]) {
      const next = await automation().next()
      expect(next.delivery.payload).toEqual({ step: `step ${step}` })
      next.answer(done)
    }
  })

  test('should not hold back later steps behind a parked one', async () => {
    await report('sale_1', 1)
    await report('sale_1', 2)
    deliveries().start()
    ;(await automation().next()).answer(refused('never', 'Gone.'))
    expect((await automation().next()).delivery.payload).toEqual({ step: 'step 2' })
    expect(await firstRow()).toMatchObject({ state: 'parked', reason: 'Gone.', payload: { step: 'step 1' } })
  })

  test.each([done, refused('never')])(
    'push a sale again if it changed during its push (%o)',
    async (answer) => {
      await wantPush('sale_1', 3)
      deliveries().start()
      const first = await crm().next()
      await wantPush('sale_1', 4)
      first.answer(answer)
      const second = await crm().next()
      expect([first.delivery.wanted, second.delivery.wanted]).toEqual([3, 4])
      expect(await firstRow()).toMatchObject({ delivered: answer.ok ? 3 : 0 })
      second.answer(done)
      await deliveries().runNow('crm', 'sale_1')
      expect(await firstRow()).toMatchObject({ state: 'delivered', delivered: 4 })
    },
  )
})
