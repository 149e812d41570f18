import { expect, test } from 'vitest'
import { saleAt, type TestedCrm } from './tested-crm.ts'

/** Adds the tests of ownership: a sale may take over the unfinished opportunity of another, but not a won one. */
export function testOwnership(tested: () => TestedCrm): void {
  test("lets a new sale take over another sale's unfinished opportunity", async () => {
    const { freshContact, create, livingOpportunities } = tested()
    const contactId = freshContact()
    const id = await create(saleAt(contactId))
    const second = saleAt(contactId)
    expect(await create(second)).toBe(id)
    expect(await livingOpportunities(contactId)).toMatchObject([{ id, sessionId: second.sessionId }])
  })

  test('refuses permanently if another sale has won the contact', async () => {
    const { crm, freshContact, create, livingOpportunities } = tested()
    const contactId = freshContact()
    const first = saleAt(contactId)
    const id = await create(first)
    await crm.updateOpportunity(id, { ...first, status: 'closed-won' })
    const second = saleAt(contactId)
    for (const refused of [await crm.createOpportunity(second), await crm.updateOpportunity(id, second)]) {
      expect(refused).toMatchObject({ ok: false, failure: { retry: 'never', message: expect.any(String) } })
    }
    expect(await livingOpportunities(contactId)).toMatchObject([{ id, status: 'won' }])
  })

  test('abandons an opportunity, even if its id never arrived', async () => {
    const { crm, freshContact, create, livingOpportunities } = tested()
    const contactId = freshContact()
    for (const knowsId of [true, false]) {
      const sale = saleAt(contactId)
      const opportunityId = await create(sale)
      const { sessionId } = sale
      const abandoned = { sessionId, contactId, opportunityId: knowsId ? opportunityId : null }
      expect(await crm.abandonOpportunity(abandoned)).toMatchObject({ ok: true })
      expect(await crm.abandonOpportunity(abandoned)).toMatchObject({ ok: true })
      expect(await livingOpportunities(contactId)).toEqual([])
    }
  })

  test('refuses permanently to update an unknown opportunity', async () => {
    const { crm, freshContact } = tested()
    const unknown = await crm.updateOpportunity('no-such-opportunity', saleAt(freshContact()))
    expect(unknown).toMatchObject({ ok: false, failure: { retry: 'never' } })
  })
}
