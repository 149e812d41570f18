import { expect, test } from 'vitest'
import { need, pullAll, type TestedCrm } from './tested-crm.ts'

/** Adds the tests of reading leads. */
export function testLeads(tested: () => TestedCrm): void {
  test('lists every lead once, with valid values', async () => {
    const { leads } = tested()
    const ids = leads.map(({ contactId }) => contactId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const lead of leads) {
      expect(lead.street_address).not.toBe('')
      expect(lead.household_size ?? 1).toSatisfy((people: number) => Number.isInteger(people) && people >= 0)
      expect(Number(lead.voucher_value ?? 0)).toBeGreaterThanOrEqual(0)
      expect(new Date(lead.createdAt).toISOString()).toBe(lead.createdAt)
    }
  })

  test('resumes a pull from any page', async () => {
    const { crm, leads } = tested()
    for await (const page of crm.pullLeads({ since: null, after: null })) {
      const { leads: listed, next } = need(page)
      const rest = next === null ? [] : await pullAll(crm, next)
      const from = leads.findIndex(({ contactId }) => contactId === listed.at(-1)?.contactId) + 1
      expect(rest).toEqual(leads.slice(from))
    }
  })

  test('returns a single lead as the list does, or null', async () => {
    const { crm, leads } = tested()
    const [lead] = leads
    expect(await crm.readLead(lead?.contactId as string)).toEqual({ ok: true, value: lead })
    expect(await crm.readLead('no-such-contact')).toEqual({ ok: true, value: null })
  })
}
