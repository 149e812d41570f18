import { describe, expect, it, test } from 'vitest'
import { receiptHash } from '../../sales/receipt.ts'
import { sandboxTables } from '../push/sales.testing.ts'
import { CONTRACT, SERVICE, SESSION, useCrmAndSales } from './crm-status.testing.ts'

describe('A status of the CRM', () => {
  const {
    server,
    lead,
    openSale,
    patch,
    push,
    inCrm,
    storeEvent,
    workOff,
    sell,
    sale,
    leadStatus,
    setInCrm,
    applyEvent,
    events,
    lastLogEntry,
  } = useCrmAndSales()

  const everything = async () => ({
    sale: await sale(),
    changes: await server().db.selectFrom('changes').select('id').execute(),
    log: await server().db.selectFrom('ghl_sync_log').select('id').execute(),
    deliveries: await server().db.selectFrom('deliveries').select(['wanted', 'delivered', 'state']).execute(),
  })

  test.each([
    ['won', 'closed-won'],
    ['lost', 'closed-lost'],
    ['abandoned', 'closed-lost'],
  ] as const)(
    '%s closes the sale as %s with its lead, and every phone is notified',
    async (inCrmNow, status) => {
      await sell(SERVICE)
      await setInCrm(inCrmNow)
      await applyEvent()
      expect(await sale()).toMatchObject({ status, closed_by: 'crm', revision: 3 })
      expect(await leadStatus()).toBe(status)
      const changes = await server().db.selectFrom('changes').select('record').orderBy('id').execute()
      expect(changes.slice(-2)).toEqual(
        expect.arrayContaining([
          { record: expect.objectContaining({ session_id: SESSION, status, closed_by: 'crm' }) },
          { record: expect.objectContaining({ id: lead(), status }) },
        ]),
      )
      expect(server().changeFeed.wake).toHaveBeenCalled()
    },
  )

  it('is logged and not pushed back to the CRM', async () => {
    await sell(SERVICE)
    await setInCrm('lost')
    await applyEvent()
    expect(await lastLogEntry()).toMatchObject({
      operation: 'crm_event',
      direction: 'pull',
      session_id: SESSION,
      lead_id: lead(),
      message: 'closed-lost',
    })
    const before = await inCrm()
    expect(await push()).toMatchObject({ ok: true })
    expect(await inCrm()).toEqual(before)
  })

  test.each([
    ['Contacted', 'open', 'contacted'],
    ['Qualified', 'qualified', 'qualified'],
  ])('reopened in the stage %s returns the sale to %s', async (stage, status, ofLead) => {
    await sell(SERVICE)
    await setInCrm('lost')
    await applyEvent()
    await setInCrm('open', stage)
    await applyEvent()
    expect(await sale()).toMatchObject({ status, closed_by: null })
    expect(await leadStatus()).toBe(ofLead)
  })

  it('changes nothing if it is the one we pushed', async () => {
    await sell(SERVICE, CONTRACT)
    const before = await everything()
    await applyEvent()
    expect(await everything()).toEqual(before)
    expect(await events()).toMatchObject([{ state: 'done' }])
  })

  it('should not move an unfinished sale backwards', async () => {
    await sell(SERVICE)
    await setInCrm('open', 'Contacted')
    await applyEvent()
    expect(await sale()).toMatchObject({ status: 'qualified' })
  })

  it('leaves the lead alone if another sale has won it', async () => {
    await sell(SERVICE)
    await openSale('sale_2_b')
    await server()
      .db.updateTable('opportunities')
      .set({ ...CONTRACT, status: 'closed-won', closed_by: 'agent' })
      .where('session_id', '=', 'sale_2_b')
      .execute()
    await server().db.updateTable('leads').set({ status: 'closed-won' }).where('id', '=', lead()).execute()
    await setInCrm('lost')
    await applyEvent()
    expect(await sale()).toMatchObject({ status: 'closed-lost' })
    expect(await leadStatus()).toBe('closed-won')
  })

  describe('if the sale is signed,', () => {
    const verify = async (sha256: string) => {
      const sales = [{ session_id: SESSION, sha256 }]
      return (await server().call('POST', '/functions/v1/verify-sales', { body: { sales } })).json()
    }
    const receipt = async () => {
      const prefer = { prefer: 'return=representation' }
      const path = `/rest/v1/opportunities?session_id=eq.${SESSION}`
      const answer = await server().call('PATCH', path, { body: CONTRACT, headers: prefer })
      const [row] = (await answer.json()) as [Parameters<typeof receiptHash>[0]]
      expect(answer.headers.get('receipt')).toBe(`sha256=${receiptHash(row)}`)
      return receiptHash(row)
    }

    it.each([
      ['lost', 'closed-lost', 'crm'],
      ['open', 'open', null],
    ] as const)('%s keeps the contract, and its receipt stays valid', async (inCrmNow, status, closed_by) => {
      await sell(SERVICE, { customer_name: 'Ada Ward' })
      const sha256 = await receipt()
      await push()
      await setInCrm(inCrmNow)
      await applyEvent()
      expect(await sale()).toMatchObject({ ...CONTRACT, status, closed_by })
      expect(await verify(sha256)).toMatchObject({ ok: [SESSION] })

      const changed = await patch({ customer_name: 'Bo Ek' })
      expect(changed.status).toBe(422)
      expect(await changed.json()).toMatchObject({ code: 'signed_terms_are_sealed' })
      expect((await patch({ notes: 'Rings back' })).status).toBe(204)
      expect(await verify(sha256)).toMatchObject({ ok: [SESSION] })
    })
  })

  it('clears the link if the opportunity was deleted, so that the next step creates another', async () => {
    await sell()
    const { id } = await inCrm()
    await sandboxTables(server().db).deleteFrom('opportunities').execute()
    await storeEvent(id)
    await workOff()
    expect(await sale()).toMatchObject({ status: 'open', ghl_opportunity_id: null })
    await patch(SERVICE)
    expect(await push()).toMatchObject({ ok: true })
    expect(await inCrm()).toMatchObject({ session_id: SESSION, stage: 'Qualified' })
  })
})
