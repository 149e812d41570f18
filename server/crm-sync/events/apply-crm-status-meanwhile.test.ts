import { describe, expect, it } from 'vitest'
import { CONTRACT, REFUSED, SERVICE, useCrmAndSales } from './crm-status.testing.ts'

describe('A status of the CRM on a sale that its agent continues', () => {
  const { crm, patch, push, inCrm, workOff, sell, sale, leadStatus, setInCrm, applyEvent, events } =
    useCrmAndSales()

  it('stays lost until the signature, which wins the sale', async () => {
    await sell()
    await setInCrm('lost')
    await applyEvent()
    expect((await patch(SERVICE)).status).toBe(204)
    expect((await patch({ customer_name: 'Ada Ward' })).status).toBe(204)
    expect(await sale()).toMatchObject({
      ...SERVICE,
      service_monthly_price: '299.00',
      status: 'closed-lost',
    })
    expect(await push()).toMatchObject({ ok: true })
    expect(await inCrm()).toMatchObject({ status: 'lost', service_package_name: 'Basic Broadband' })

    const signed = await patch(CONTRACT)
    expect(signed.headers.get('receipt')).toMatch(/^sha256=/)
    expect(await sale()).toMatchObject({ ...CONTRACT, customer_name: 'Ada Ward', closed_by: 'agent' })
    expect(await leadStatus()).toBe('closed-won')
    expect(await push()).toMatchObject({ ok: true })
    expect(await inCrm()).toMatchObject({ status: 'won', contract_signed: true })
  })

  it('stays won, and the signature closes it for the agent', async () => {
    await sell()
    await setInCrm('won')
    await applyEvent()
    expect((await patch(SERVICE)).status).toBe(204)
    expect(await sale()).toMatchObject({ status: 'closed-won', closed_by: 'crm', contract_signature: null })
    expect((await patch(CONTRACT)).status).toBe(204)
    expect(await sale()).toMatchObject({
      ...CONTRACT,
      ...SERVICE,
      service_monthly_price: '299.00',
      status: 'closed-won',
      closed_by: 'agent',
    })
  })

  it('cannot be reopened by the agent', async () => {
    await sell()
    await setInCrm('lost')
    await applyEvent()
    const refused = await patch({ status: 'open' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ code: 'status_never_moves_back' })
  })

  it('waits for the push of a later step, which replaces it', async () => {
    await sell()
    await setInCrm('lost')
    await patch(SERVICE)
    await applyEvent()
    expect(await sale()).toMatchObject({ status: 'qualified' })
    expect(await events()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await push()
    await workOff()
    expect(await sale()).toMatchObject({ status: 'qualified', closed_by: null })
    expect(await inCrm()).toMatchObject({ status: 'open', stage: 'Qualified' })
    expect(await events()).toMatchObject([{ state: 'done' }])
  })

  it.each([
    ['written', () => undefined],
    ['written and pushed', () => push()],
  ])('does not overwrite a step that was %s while we read it', async (_, then) => {
    await sell()
    await setInCrm('lost')
    const { readOpportunity } = crm()
    crm().readOpportunity = async (id) => {
      const answer = await readOpportunity(id)
      await patch(SERVICE)
      await then()
      return answer
    }
    await applyEvent()
    expect(await sale()).toMatchObject({ status: 'qualified', closed_by: null })
    expect(await events()).toMatchObject([{ state: 'waiting' }])
  })

  it('does not reopen a sale if the CRM refused its push', async () => {
    await sell()
    await patch(SERVICE)
    await patch(CONTRACT)
    crm().updateOpportunity = async () => REFUSED
    await push()
    await applyEvent()
    expect(await sale()).toMatchObject({ status: 'closed-won', closed_by: 'agent' })
    expect(await events()).toMatchObject([{ state: 'done' }])
  })
})
