import { describe, expect, it } from 'vitest'
import { REFUSED, useCrmAndSales } from './crm-status.testing.ts'

describe('The events of an opportunity', () => {
  const { server, crm, storeEvent, workOff, sell, sale, setInCrm, applyEvent, events, lastLogEntry } =
    useCrmAndSales()

  it('are done without a call if it belongs to no sale', async () => {
    crm().readOpportunity = async () => {
      throw new Error('It was read.')
    }
    await storeEvent('unknown')
    await workOff()
    expect(await events()).toMatchObject([{ state: 'done' }])
  })

  it('lead to one read, even if there are several', async () => {
    await sell()
    const { readOpportunity } = crm()
    let asked = 0
    crm().readOpportunity = (id) => {
      asked += 1
      return readOpportunity(id)
    }
    await setInCrm('lost')
    for (let count = 0; count < 5; count++) await storeEvent()
    await workOff()
    expect(asked).toBe(1)
    expect((await events()).map(({ state }) => state)).toEqual(Array(5).fill('done'))
  })

  it('are retried after a failure, and after the death of a worker', async () => {
    await sell()
    await setInCrm('lost')
    const { readOpportunity } = crm()
    const failure = { code: 'upstream', retry: 'later', message: 'Bad gateway', status: 502 } as const
    crm().readOpportunity = async () => ({ ok: false, failure })
    await applyEvent()
    expect(await events()).toMatchObject([{ state: 'waiting', attempts: 1, reason: 'Bad gateway' }])
    expect(await lastLogEntry()).toMatchObject({
      operation: 'crm_event',
      direction: 'pull',
      status: 'error',
      message: 'Bad gateway',
    })

    crm().readOpportunity = readOpportunity
    const lease = '00000000-0000-4000-8000-000000000000'
    const leased = (leased_until: string) =>
      server().db.updateTable('crm_events').set({ lease, leased_until }).execute()
    await leased('2999-01-01T00:00:00.000Z')
    await workOff()
    expect(await sale()).toMatchObject({ status: 'open' })
    await leased('2026-01-01T00:00:00.000Z')
    await workOff()
    expect(await sale()).toMatchObject({ status: 'closed-lost' })
  })

  it('are parked if the CRM refuses permanently, but wait if the connection is broken', async () => {
    await sell()
    await setInCrm('lost')
    const { readOpportunity } = crm()
    const failure = { ...REFUSED.failure, code: 'auth', message: 'Invalid token', status: 401 } as const
    crm().readOpportunity = async () => ({ ok: false, failure })
    await applyEvent()
    expect(await events()).toMatchObject([{ state: 'waiting', reason: 'Invalid token' }])
    crm().readOpportunity = async () => REFUSED
    await workOff()
    expect(await events()).toMatchObject([{ state: 'parked', reason: 'No.' }])
    crm().readOpportunity = readOpportunity
    await workOff()
    expect(await sale()).toMatchObject({ status: 'open' })
  })
})
