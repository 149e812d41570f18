import { expect, test } from 'vitest'
import type { CrmSale } from '../port.ts'
import { pullAll, saleAt, type TestedCrm } from './tested-crm.ts'

/** Adds the tests of a sale that has one opportunity. */
export function testOneOpportunity(tested: () => TestedCrm): void {
  test('creates one opportunity per sale, even if asked several times at once', async () => {
    const { freshContact, create, livingOpportunities } = tested()
    for (const sale of [saleAt(freshContact()), saleAt(freshContact()), saleAt(freshContact())]) {
      const ids = await Promise.all(Array.from({ length: 10 }, () => create(sale)))
      expect(new Set([...ids, await create(sale)]).size).toBe(1)
      expect(await livingOpportunities(sale.contactId as string)).toMatchObject([
        { id: ids[0], status: 'open', sessionId: sale.sessionId },
      ])
    }
  })

  test('follows a sale from open to won', async () => {
    const { crm, freshContact, create, livingOpportunities } = tested()
    const sale = saleAt(freshContact())
    const id = await create(sale)
    const won: CrmSale = { ...sale, status: 'closed-won', totalValue: 1294, contractSigned: true }
    for (const state of [{ ...won, status: 'qualified' as const }, won, won]) {
      expect(await crm.updateOpportunity(id, state)).toMatchObject({ ok: true })
    }
    expect(await livingOpportunities(sale.contactId as string)).toMatchObject([
      { id, status: 'won', value: 1294 },
    ])
  })

  test("returns an opportunity with the sale's status, or null", async () => {
    const { crm, freshContact, create } = tested()
    const sale = saleAt(freshContact())
    const id = await create(sale)
    const { contactId, sessionId } = sale
    for (const status of ['open', 'qualified', 'closed-won', 'closed-lost'] as const) {
      await crm.updateOpportunity(id, { ...sale, status })
      const value = { opportunityId: id, contactId, sessionId, status }
      expect(await crm.readOpportunity(id)).toMatchObject({ ok: true, value })
    }
    expect(await crm.readOpportunity('no-such-opportunity')).toEqual({ ok: true, value: null })
  })

  test('creates a contact if it does not know the lead', async () => {
    const { crm, leads, livingOpportunities } = tested()
    const sale = { ...saleAt(null), customerName: 'Ada Ward' }
    const created = await crm.createOpportunity(sale)
    expect(created).toMatchObject({ ok: true, value: { contactId: expect.any(String) } })
    const contactId = created.ok ? created.value.contactId : ''
    expect(await livingOpportunities(contactId)).toMatchObject([{ sessionId: sale.sessionId }])
    expect((await pullAll(crm)).length).toBe(leads.length)
  })
}
