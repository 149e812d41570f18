import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lead } from '#domain/lead/lead.ts'
import { leadWith } from '#domain/testing/lead-with.ts'
import { createOutbox } from '../sync/outbox.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { changeOf, saleOf } from '../testing/rows.testing.ts'
import { LEAD, markOf, rowsIn, SESSION, SIGNED_AT, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { PhoneDatabase } from './database.ts'
import { readFirst } from './first-read.ts'
import {
  cacheChanges,
  cachedLeads,
  cachedOpportunities,
  cacheLists,
  deleteCursor,
  markCachedLeadWon,
  saveArea,
  saveInStepAt,
} from './list-cache.ts'

const AT = '2026-03-01T12:00:00.000Z'

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

const numbered = (n: number, fields: Partial<Lead> = {}) =>
  leadWith({ id: `lead-${String(n).padStart(5, '0')}`, street_address: `${n} High Street`, ...fields })
const cache = (leads: readonly Lead[], opportunities = [saleOf('s')], area?: string) =>
  cacheLists(phone, { area, leads, opportunities, cursor: 'c1', inStepAt: AT })
async function readChunks(): Promise<Lead[][]> {
  const chunks: Lead[][] = []
  for await (const chunk of cachedLeads(phone)) chunks.push(chunk)
  return chunks
}
const ids = async () => (await rowsIn(phone, 'leads')).map(({ id }) => id)
const marks = () => Promise.all([markOf(phone, 'area'), markOf(phone, 'cursor'), markOf(phone, 'in-step-at')])

describe('the cached lists', () => {
  it('are read back as they were', async () => {
    await cache([numbered(1), numbered(2)])
    const chunks = await readChunks()
    expect(chunks.flat()).toMatchObject([numbered(1), numbered(2)])
    expect(await cachedOpportunities(phone)).toEqual([saleOf('s')])
    expect(await marks()).toEqual([undefined, 'c1', AT])
  })

  it('replace what was cached before', async () => {
    await cache([numbered(1), numbered(2)])
    await cache([numbered(3)], [])
    expect(await ids()).toEqual([numbered(3).id])
    expect(await cachedOpportunities(phone)).toEqual([])
  })

  it.each([0, 1, 999, 1000, 1001, 2500])(
    'come in chunks of at most 1,000, each lead once (%i)',
    async (count) => {
      await cache(Array.from({ length: count }, (_, n) => numbered(n)))
      const chunks = await readChunks()
      expect(chunks.map(({ length }) => length).every((length) => length > 0 && length <= 1000)).toBe(true)
      expect(new Set(chunks.flat().map(({ id }) => id)).size).toBe(count)
      expect(chunks.flat()).toHaveLength(count)
    },
  )

  it('give the first screen the leads with the largest voucher first, then by street', async () => {
    await cache([
      numbered(1, { street_address: '10 High Street', voucher_value: '500' }),
      numbered(2, { street_address: '9 High Street', voucher_value: '500' }),
      numbered(3, { street_address: '1 Zion Road', voucher_value: '4500' }),
      numbered(4, { street_address: '1 Acacia Road', voucher_value: 'none' }),
    ])
    const { lists } = await readFirst(phone)
    expect(lists.leads.map(({ street_address }) => street_address)).toEqual([
      '1 Zion Road',
      '9 High Street',
      '10 High Street',
      '1 Acacia Road',
    ])
  })

  it('are read from the server at the next start once the cursor is deleted', async () => {
    await cache([numbered(1)])
    await deleteCursor(phone)
    expect(await marks()).toEqual([undefined, undefined, AT])
    expect(await ids()).toHaveLength(1)
  })
})

describe('changes to the cached lists', () => {
  beforeEach(() => cache([numbered(1), numbered(2)]))

  it.each([
    ['changes a lead', changeOf(numbered(1, { status: 'contacted' })), ['contacted', 'new']],
    ['adds a lead', changeOf(numbered(3), 'INSERT'), ['new', 'new', 'new']],
    ['deletes a lead', changeOf(numbered(1), 'DELETE'), ['new']],
    ['ignores the deletion of a lead it never had', changeOf(numbered(9), 'DELETE'), ['new', 'new']],
  ])('%s', async (_title, change, statuses) => {
    await cacheChanges(phone, { area: undefined, changes: [change], cursor: 'c2' })
    expect((await rowsIn(phone, 'leads')).map(({ status }) => status)).toEqual(statuses)
    expect(await markOf(phone, 'cursor')).toBe('c2')
  })

  it('keeps a changed lead at its place in the first screen', async () => {
    const moved = numbered(2, { voucher_value: '4500' })
    await cacheChanges(phone, { area: undefined, changes: [changeOf(moved)], cursor: 'c2' })
    expect((await readFirst(phone)).lists.leads[0]?.id).toBe(moved.id)
  })

  it('applies changes of both tables, in order', async () => {
    const changes = [
      { table: 'opportunities' as const, type: 'INSERT' as const, record: saleOf('t') },
      { table: 'opportunities' as const, type: 'DELETE' as const, record: saleOf('s') },
      changeOf(numbered(1), 'DELETE'),
      changeOf(numbered(1, { status: 'qualified' }), 'INSERT'),
    ]
    await cacheChanges(phone, { area: undefined, changes, cursor: 'c2' })
    expect((await cachedOpportunities(phone)).map(({ id }) => id)).toEqual(['t'])
    expect((await rowsIn(phone, 'leads'))[0]?.status).toBe('qualified')
  })

  it('moves the cursor even if there are no changes', async () => {
    await cacheChanges(phone, { area: undefined, changes: [], cursor: 'c2' })
    expect(await markOf(phone, 'cursor')).toBe('c2')
  })
})

describe('the area of a phone', () => {
  beforeEach(() => cache([numbered(1)]))

  it('deletes what was cached of another area', async () => {
    await saveArea(phone, 'Ludlow', false)
    expect(await marks()).toEqual(['Ludlow', undefined, undefined])
    expect([await ids(), await cachedOpportunities(phone)]).toEqual([[], []])
  })

  it('keeps the rows if the agent chooses the same area again', async () => {
    await saveArea(phone, 'Ludlow', false)
    await cache([numbered(1)], [], 'Ludlow')
    await saveArea(phone, 'Ludlow', false)
    expect(await ids()).toHaveLength(1)
    expect(await marks()).toEqual(['Ludlow', undefined, AT])
  })

  it('can be all areas again', async () => {
    await saveArea(phone, 'Ludlow', true)
    expect(await markOf(phone, 'took-only-area')).toBe('yes')
    await saveArea(phone, undefined, false)
    expect([await markOf(phone, 'area'), await markOf(phone, 'took-only-area')]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('refuses lists, changes and times of an area that the phone has left', async () => {
    await saveArea(phone, 'Ludlow', false)
    await cache([numbered(2)], [saleOf('late')])
    await cacheChanges(phone, { area: undefined, changes: [changeOf(numbered(3), 'INSERT')], cursor: 'c9' })
    await saveInStepAt(phone, undefined, AT)
    expect(await ids()).toEqual([])
    expect(await cachedOpportunities(phone)).toEqual([])
    expect(await marks()).toEqual(['Ludlow', undefined, undefined])
  })

  it('takes the time at which the lists of its own area matched the server', async () => {
    await saveArea(phone, 'Ludlow', false)
    await saveInStepAt(phone, 'Ludlow', AT)
    expect(await markOf(phone, 'in-step-at')).toBe(AT)
  })
})

describe('the lead of a delivered sale', () => {
  const deliver = async (steps: 1 | 4) => {
    await saveWalk(phone, saleAfter(steps))
    const outbox = createOutbox(phone)
    for (const call of await rowsIn(phone, 'outbox')) await outbox.acknowledge(call)
  }
  const status = async () => (await rowsIn(phone, 'leads'))[0]?.status

  it('shows as won at the next start, before the sales are read', async () => {
    await cache([LEAD], [])
    await deliver(4)
    await markCachedLeadWon(phone, SESSION)
    expect(await status()).toBe('closed-won')
    expect((await readFirst(phone)).lists.leads[0]?.status).toBe('closed-won')
  })

  it('keeps the status that the office gave it after the sale', async () => {
    const listed = saleOf('s', { session_id: SESSION, lead_id: LEAD.id, received_at: SIGNED_AT })
    await cache([{ ...LEAD, status: 'contacted' }], [listed])
    await deliver(4)
    await markCachedLeadWon(phone, SESSION)
    expect(await status()).toBe('contacted')
  })

  it('shows as won if the list has the sale only as it was before the signature', async () => {
    await cache([LEAD], [saleOf('s', { session_id: SESSION, lead_id: LEAD.id })])
    await deliver(4)
    await markCachedLeadWon(phone, SESSION)
    expect(await status()).toBe('closed-won')
  })

  it.each([
    ['is not on this phone', [numbered(1)], 'new'],
    ['is sold already', [{ ...LEAD, status: 'closed-won' as const }], 'closed-won'],
  ])('changes nothing if it %s', async (_title, leads, expected) => {
    await cache(leads, [])
    await deliver(4)
    await markCachedLeadWon(phone, SESSION)
    expect(await status()).toBe(expected)
  })

  it('changes nothing if the phone has sent nothing of the sale', async () => {
    await cache([LEAD], [])
    await markCachedLeadWon(phone, SESSION)
    expect(await status()).toBe('new')
  })
})
