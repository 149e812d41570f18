import { describe, expect, test } from 'vitest'
import { DATABASES } from '../../testing/databases.ts'
import { LOST_RESPONSE, usePushes } from './pushes.testing.ts'
import { sandboxTables } from './sales.testing.ts'

// On the embedded database, which has one connection, a query outside the open transaction would wait for ever.
describe.each(DATABASES)('Two sales of one lead on the %s database', (kind) => {
  const { db, crm, sandbox, lead, write, push, saleOf, ledgerOf, heldFor } = usePushes(kind)

  test('let the later one supersede an unfinished earlier one, which is parked', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_2')
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([])
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'open']])
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: null })
    expect(await ledgerOf('sale_1')).toMatchObject({
      state: 'parked',
      reason: expect.stringMatching(/taken over/),
    })
  })

  /** Overwrites the opportunity, as a late call does in a CRM that does not know our links. */
  const overwrite = (session_id: string) =>
    sandboxTables(db()).updateTable('opportunities').set({ session_id, status: 'open' }).execute()

  test('park a late push that overwrote the new owner, which is pushed again', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { status: 'qualified' })
    crm().updateOpportunity = async () => {
      crm().updateOpportunity = sandbox().updateOpportunity
      await write('sale_2', { status: 'closed-won' })
      await push('sale_2')
      await overwrite('sale_1')
      return { ok: true, value: undefined }
    }
    const failure = { retry: 'never', message: expect.stringMatching(/taken over/) }
    expect(await push('sale_1')).toMatchObject({ ok: false, failure })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'parked', attempts: 0, reason: failure.message })
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: null })
    expect(await ledgerOf('sale_2')).toMatchObject({ state: 'waiting', delivered: 0, lease: null })
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'won']])
  })

  test('push the new owner again if a late push overwrote it before it was recorded', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { status: 'qualified' })
    const isCalled = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    crm().updateOpportunity = async () => {
      isCalled.resolve()
      await late.promise
      await overwrite('sale_1')
      return { ok: true, value: undefined }
    }
    const first = push('sale_1')
    await isCalled.promise
    await write('sale_2', { status: 'closed-won' })
    crm().updateOpportunity = async (...given) => {
      const answered = await sandbox().updateOpportunity(...given)
      late.resolve()
      await first
      return answered
    }
    expect(await push('sale_2')).toMatchObject({ ok: false, failure: { retry: 'later' } })
    crm().updateOpportunity = sandbox().updateOpportunity
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'won']])
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'parked' })
  })

  test("push the new owner's state once more after it took over", async () => {
    await write('sale_1')
    await push('sale_1')
    crm().createOpportunity = async (...given) => {
      const created = await sandbox().createOpportunity(...given)
      await overwrite('sale_1')
      return created
    }
    await write('sale_2')
    await push('sale_2')
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'open']])
  })

  test('give it back to the earlier if the later took it over without an answer and moved', async () => {
    await write('sale_1', { customer_name: 'Ada Ward', status: 'qualified' })
    await push('sale_1')
    crm().createOpportunity = async (...given) => {
      await sandbox().createOpportunity(...given)
      return LOST_RESPONSE
    }
    await write('sale_2', { customer_name: 'Bob Hill' })
    await push('sale_2')
    crm().createOpportunity = sandbox().createOpportunity
    await write('sale_2', { customer_name: 'Bob Hill', lead_id: lead(1) })
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'waiting' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'open']])
    expect(await heldFor('sale_2')).toEqual([['sample-002', 'open']])
  })

  test("park the later one with the CRM's message if the earlier has won", async () => {
    await write('sale_1', { status: 'closed-won' })
    await push('sale_1')
    await write('sale_2')
    expect(await push('sale_2')).toMatchObject({ ok: false, failure: { retry: 'never' } })
    expect(await ledgerOf('sale_2')).toMatchObject({
      state: 'parked',
      reason: 'The contact was won by another sale.',
    })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'won']])
  })
})
