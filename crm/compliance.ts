import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactEntry } from '#domain/street/contact-entries.ts'
import type { Crm, CrmLead, CrmResult, CrmSale } from './port.ts'
import { openSale } from './sale.testing.ts'

/** A CRM to test. It must have at least thirty leads. */
export type CrmUnderTest = {
  crm: Crm
  /** The open and won opportunities of a contact, read past the port. */
  livingOpportunities(contactId: string): Promise<LivingOpportunity[]>
  close(): Promise<void>
}
type LivingOpportunity = { id: string; status: 'open' | 'won'; sessionId: string; value: number }

/** The tests that every CRM behind the port must pass. */
export function describeCrm(name: string, setUp: () => Promise<CrmUnderTest>): void {
  describe(`${name} as a CRM`, () => {
    let given: CrmUnderTest
    let leads: CrmLead[]
    let nextLead = 0

    beforeAll(async () => {
      given = await setUp()
      leads = await pullAll(given.crm)
    })
    afterAll(() => given.close())

    const freshContact = () => (leads[nextLead++] as CrmLead).contactId
    const create = async (sale: CrmSale) => {
      const created = await given.crm.createOpportunity(sale)
      return need(created).opportunityId
    }

    test('lists every lead once, with valid values', async () => {
      const ids = leads.map(({ contactId }) => contactId)
      expect(new Set(ids).size).toBe(ids.length)
      for (const lead of leads) {
        expect(lead.street_address).not.toBe('')
        expect(lead.household_size ?? 1).toSatisfy(
          (people: number) => Number.isInteger(people) && people >= 0,
        )
        expect(Number(lead.voucher_value ?? 0)).toBeGreaterThanOrEqual(0)
        expect(new Date(lead.createdAt).toISOString()).toBe(lead.createdAt)
      }
    })

    test('resumes a pull from any page', async () => {
      for await (const page of given.crm.pullLeads({ since: null, after: null })) {
        const { leads: listed, next } = need(page)
        const rest = next === null ? [] : await pullAll(given.crm, next)
        const from = leads.findIndex(({ contactId }) => contactId === listed.at(-1)?.contactId) + 1
        expect(rest).toEqual(leads.slice(from))
      }
    })

    test('returns a single lead as the list does, or null', async () => {
      const [lead] = leads
      expect(await given.crm.readLead(lead?.contactId as string)).toEqual({ ok: true, value: lead })
      expect(await given.crm.readLead('no-such-contact')).toEqual({ ok: true, value: null })
    })

    test('creates one opportunity per sale, even if asked several times at once', async () => {
      for (const sale of [saleAt(freshContact()), saleAt(freshContact()), saleAt(freshContact())]) {
        const ids = await Promise.all(Array.from({ length: 10 }, () => create(sale)))
        expect(new Set([...ids, await create(sale)]).size).toBe(1)
        expect(await given.livingOpportunities(sale.contactId as string)).toMatchObject([
          { id: ids[0], status: 'open', sessionId: sale.sessionId },
        ])
      }
    })

    test('follows a sale from open to won', async () => {
      const sale = saleAt(freshContact())
      const id = await create(sale)
      const won: CrmSale = { ...sale, status: 'closed-won', totalValue: 1294, contractSigned: true }
      for (const state of [{ ...won, status: 'qualified' as const }, won, won]) {
        expect(await given.crm.updateOpportunity(id, state)).toMatchObject({ ok: true })
      }
      expect(await given.livingOpportunities(sale.contactId as string)).toMatchObject([
        { id, status: 'won', value: 1294 },
      ])
    })

    test("returns an opportunity with the sale's status, or null", async () => {
      const sale = saleAt(freshContact())
      const id = await create(sale)
      const { contactId, sessionId } = sale
      for (const status of ['open', 'qualified', 'closed-won', 'closed-lost'] as const) {
        await given.crm.updateOpportunity(id, { ...sale, status })
        expect(await given.crm.readOpportunity(id)).toMatchObject({
          ok: true,
          value: { opportunityId: id, contactId, sessionId, status },
        })
      }
      expect(await given.crm.readOpportunity('no-such-opportunity')).toEqual({ ok: true, value: null })
    })

    test('lists the opportunities changed since a given time', async () => {
      const [earlier, changed, later] = [
        saleAt(freshContact()),
        saleAt(freshContact()),
        saleAt(freshContact()),
      ]
      const ids = [await create(earlier), await create(changed)]
      const changedAtOf = async (id = '') => need(await given.crm.readOpportunity(id))?.changedAt ?? ''
      const earlierAt = await changedAtOf(ids[0])
      let changedAt = earlierAt
      // A fast CRM may change both within one millisecond.
      while (changedAt <= earlierAt) {
        need(await given.crm.updateOpportunity(ids[1] as string, { ...changed, status: 'qualified' }))
        changedAt = await changedAtOf(ids[1])
      }
      ids.push(await create(later))
      const listed: string[] = []
      for await (const page of given.crm.listChangedOpportunities(changedAt)) {
        listed.push(...need(page).map(({ opportunityId }) => opportunityId))
      }
      expect(listed.toSorted()).toEqual(ids.slice(1).toSorted())
    })

    test("lets a new sale take over another sale's unfinished opportunity", async () => {
      const contactId = freshContact()
      const id = await create(saleAt(contactId))
      const second = saleAt(contactId)
      expect(await create(second)).toBe(id)
      expect(await given.livingOpportunities(contactId)).toMatchObject([{ id, sessionId: second.sessionId }])
    })

    test('refuses permanently if another sale has won the contact', async () => {
      const contactId = freshContact()
      const first = saleAt(contactId)
      const id = await create(first)
      await given.crm.updateOpportunity(id, { ...first, status: 'closed-won' })
      const second = saleAt(contactId)
      for (const refused of [
        await given.crm.createOpportunity(second),
        await given.crm.updateOpportunity(id, second),
      ]) {
        expect(refused).toMatchObject({ ok: false, failure: { retry: 'never', message: expect.any(String) } })
      }
      expect(await given.livingOpportunities(contactId)).toMatchObject([{ id, status: 'won' }])
    })

    test('abandons an opportunity, even if its id never arrived', async () => {
      const contactId = freshContact()
      for (const knowsId of [true, false]) {
        const sale = saleAt(contactId)
        const opportunityId = await create(sale)
        const { sessionId } = sale
        const abandoned = { sessionId, contactId, opportunityId: knowsId ? opportunityId : null }
        expect(await given.crm.abandonOpportunity(abandoned)).toMatchObject({ ok: true })
        expect(await given.crm.abandonOpportunity(abandoned)).toMatchObject({ ok: true })
        expect(await given.livingOpportunities(contactId)).toEqual([])
      }
    })

    test('refuses permanently to update an unknown opportunity', async () => {
      const unknown = await given.crm.updateOpportunity('no-such-opportunity', saleAt(freshContact()))
      expect(unknown).toMatchObject({ ok: false, failure: { retry: 'never' } })
    })

    test('creates a contact if it does not know the lead', async () => {
      const sale = { ...saleAt(null), customerName: 'Ada Ward' }
      const created = await given.crm.createOpportunity(sale)
      expect(created).toMatchObject({ ok: true, value: { contactId: expect.any(String) } })
      const contactId = created.ok ? created.value.contactId : ''
      expect(await given.livingOpportunities(contactId)).toMatchObject([{ sessionId: sale.sessionId }])
      expect((await pullAll(given.crm)).length).toBe(leads.length)
    })

    test('keeps tags, notes and tasks at a contact until they are removed', async () => {
      const contactId = freshContact()
      const { entries } = given.crm
      for (const entry of ENTRIES) {
        expect(need(await entries.find(contactId, entry))).toBeNull()
        const id = need(await entries.create(contactId, entry))
        expect(need(await entries.find(contactId, entry))).toBe(id)
        const removed = { kind: entry.kind, id }
        need(await entries.remove(contactId, removed))
        need(await entries.remove(contactId, removed))
        expect(need(await entries.find(contactId, entry))).toBeNull()
      }
    })

    test('finds the note or task of one visit among those of others', async () => {
      const contactId = freshContact()
      const { entries } = given.crm
      const [, note, task] = ENTRIES
      const ids = [need(await entries.create(contactId, note)), need(await entries.create(contactId, task))]
      expect(need(await entries.find(contactId, note))).toBe(ids[0])
      expect(need(await entries.find(contactId, task))).toBe(ids[1])
      expect(need(await entries.find(contactId, { kind: 'note', key: 'another' }))).toBeNull()
    })

    test('marks a task as done and as open, even if a user has deleted it', async () => {
      const contactId = freshContact()
      const { entries } = given.crm
      const id = need(await entries.create(contactId, ENTRIES[2]))
      for (const isDone of [true, true, false])
        expect(await entries.markTask(contactId, { id, isDone })).toMatchObject({ ok: true })
      need(await entries.remove(contactId, { kind: 'task', id }))
      expect(await entries.markTask(contactId, { id, isDone: true })).toMatchObject({ ok: true })
    })

    test('refuses entries at an unknown contact permanently', async () => {
      for (const entry of ENTRIES)
        expect(await given.crm.entries.find('no-such-contact', entry)).toMatchObject({
          ok: false,
          failure: { code: 'not-found', retry: 'never' },
        })
    })

    test('passes its own checks', async () => {
      for (const checks of [await given.crm.checkCredentials(), await given.crm.diagnostics()]) {
        expect(checks.length).toBeGreaterThan(0)
        expect(checks.filter(({ ok }) => !ok)).toEqual([])
      }
    })
  })
}

const ENTRIES = [
  { kind: 'tag', key: 'refused' },
  { kind: 'note', key: '00000000-0000-4000-8000-000000000001', body: 'Refused' },
  {
    kind: 'task',
    key: '00000000-0000-4000-8000-000000000002',
    title: 'Call back',
    body: '',
    dueAt: '2026-07-03T17:00:00.000Z',
    isDone: false,
  },
] as const satisfies ContactEntry[]

async function pullAll(crm: Crm, after: string | null = null): Promise<CrmLead[]> {
  const leads: CrmLead[] = []
  for await (const page of crm.pullLeads({ since: null, after })) leads.push(...need(page).leads)
  return leads
}

function need<Value>(result: CrmResult<Value>): Value {
  if (!result.ok) throw new Error(result.failure.message)
  return result.value
}

let sales = 0

function saleAt(contactId: string | null): CrmSale {
  sales += 1
  return openSale({ sessionId: `sale_compliance_${sales}`, contactId })
}
