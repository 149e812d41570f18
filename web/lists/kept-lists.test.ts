import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Lead } from '#domain/lead/lead.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { readFirst } from '../storage/first-read.ts'
import { leaveBrowser } from '../testing/browser.testing.ts'
import { changeOf, leadOf, saleOf } from '../testing/rows.testing.ts'
import { KeptLists } from './kept-lists.ts'
import { enterBrowserWithLists } from './lists.testing.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const AT = '2026-03-01T12:00:00.000Z'
const LISTS = { leads: [leadOf('a'), leadOf('b')], opportunities: [saleOf('s')], cursor: 'c1', inStepAt: AT }

let phone: PhoneDatabase
let kept: KeptLists
beforeEach(() => {
  enterBrowserWithLists()
  phone = new PhoneDatabase()
  kept = new KeptLists(phone)
})
afterEach(leaveBrowser)

const marks = async () => {
  const { leads: _, ...rest } = (await readFirst(phone)).lists
  return rest
}
const keptLeads = async (): Promise<Pick<Lead, 'id' | 'status'>[]> =>
  (await kept.read()).leads.map(({ id, status }) => ({ id, status }))

describe('lists of all areas', () => {
  beforeEach(() => kept.replace({ ...LISTS, area: undefined }, []))

  it('are read back with their cursor and time', async () => {
    const { leads, opportunities } = await kept.read()
    expect([leads.map(({ id }) => id), opportunities]).toEqual([['a', 'b'], LISTS.opportunities])
    expect(await marks()).toEqual({ cursor: 'c1', inStepAt: AT, area: undefined, tookOnlyArea: false })
  })

  it.each([
    [
      'UPDATE' as const,
      leadOf('a', 'qualified'),
      [
        { id: 'a', status: 'qualified' },
        { id: 'b', status: 'new' },
      ],
    ],
    ['DELETE' as const, leadOf('a'), [{ id: 'b', status: 'new' }]],
    [
      'INSERT' as const,
      leadOf('c'),
      [
        { id: 'a', status: 'new' },
        { id: 'b', status: 'new' },
        { id: 'c', status: 'new' },
      ],
    ],
  ])('take in an %s together with its cursor', async (type, lead, leads) => {
    await kept.add([changeOf(lead, type)], { area: undefined, cursor: 'c2' })
    expect(await keptLeads()).toEqual(leads)
    expect((await marks()).cursor).toBe('c2')
  })

  it('take in sales too', async () => {
    const record = saleOf('s', { status: 'qualified' })
    await kept.add([{ table: 'opportunities', type: 'UPDATE', record }], { area: undefined, cursor: 'c2' })
    expect((await kept.read()).opportunities).toEqual([record])
  })

  it('are replaced whole, and then changed by what arrived during the read', async () => {
    const lists = { ...LISTS, leads: [leadOf('c')], cursor: 'c5', area: undefined }
    await kept.replace(lists, [changeOf(leadOf('c', 'contacted'))])
    expect(await keptLeads()).toEqual([{ id: 'c', status: 'contacted' }])
  })

  it('are emptied when an area is chosen, and ignore what belongs to the former choice', async () => {
    await kept.saveArea('Ludlow', false)
    expect(await marks()).toEqual({
      cursor: undefined,
      inStepAt: undefined,
      area: 'Ludlow',
      tookOnlyArea: false,
    })
    await kept.add([changeOf(leadOf('a'))], { area: undefined, cursor: 'c2' })
    await kept.replace({ ...LISTS, area: undefined }, [])
    await kept.saveInStepAt(undefined, AT)
    expect(await keptLeads()).toEqual([])
    expect((await marks()).inStepAt).toBeUndefined()
  })
})

it('keeps the rows if the area that the app picked is chosen', async () => {
  await kept.saveArea('Ludlow', true)
  await kept.replace({ ...LISTS, area: 'Ludlow' }, [])
  await kept.saveArea('Ludlow', false)
  expect(await keptLeads()).toHaveLength(2)
  expect(await marks()).toMatchObject({ cursor: undefined, inStepAt: AT, tookOnlyArea: false })
})

it('saves when the rows last matched the server', async () => {
  await kept.saveInStepAt(undefined, AT)
  expect((await marks()).inStepAt).toBe(AT)
})

describe('after a change that could not be saved', () => {
  beforeEach(async () => {
    await kept.replace({ ...LISTS, area: undefined }, [])
    vi.spyOn(phone, 'use').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
    await kept.add([changeOf(leadOf('a', 'contacted'))], { area: undefined, cursor: 'c2' })
  })

  it('forgets the cursor, so that the next start reads the lists from the server', async () => {
    expect(kept.outdated).toBe(true)
    await vi.waitFor(async () => expect((await marks()).cursor).toBeUndefined())
  })

  it('saves no later change, because the cursor would move past the missing one', async () => {
    await kept.add([changeOf(leadOf('b', 'contacted'))], { area: undefined, cursor: 'c3' })
    await vi.waitFor(async () => expect((await marks()).cursor).toBeUndefined())
    expect((await keptLeads()).map(({ status }) => status)).toEqual(['new', 'new'])
  })

  it('keeps lists again once they are read whole', async () => {
    await kept.replace({ ...LISTS, cursor: 'c9', area: undefined }, [])
    expect(kept.outdated).toBe(false)
    await kept.add([], { area: undefined, cursor: 'c10' })
    expect((await marks()).cursor).toBe('c10')
  })
})

it('reports lists that cannot be read, and keeps none until they are read from the server', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new DOMException('', 'DataError')
  expect(kept.discard(error)).toBeUndefined()
  expect(report).toHaveBeenCalledWith(error)
  expect(kept.outdated).toBe(true)
})
