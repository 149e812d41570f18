import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import { readSalesTallies } from './sales-tallies.ts'
import { readLists, readTerritory } from './territory.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const NOT_OURS = { ok: false, failure: { message: 'the answer did not come from Doorstep' } }

const paths: URL[] = []
let answer: unknown
beforeEach(() => {
  paths.length = 0
  answer = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(new URL(path, 'http://localhost'))
    return Response.json(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each<[string | undefined, Record<string, string>]>([
  [undefined, {}],
  ['Ludlow & Clee', { area: 'eq.Ludlow & Clee', limit: String(MAX_ROWS_ON_A_PHONE) }],
  ['', { area: 'is.null', limit: String(MAX_ROWS_ON_A_PHONE) }],
])('reads both lists of the area %o, newest first', async (area, limits) => {
  answer = [{ id: 'a' }]
  expect(await readLists(area)).toEqual([
    { ok: true, value: [{ id: 'a' }] },
    { ok: true, value: [{ id: 'a' }] },
  ])
  const [leads, opportunities] = paths.map(({ searchParams }) => Object.fromEntries(searchParams))
  expect(paths.map(({ pathname }) => pathname)).toEqual(['/rest/v1/leads', '/rest/v1/opportunities'])
  expect(leads).toEqual({ select: '*', order: 'created_at.desc', ...limits })
  expect(opportunities).toEqual({ ...leads, select: expect.stringContaining('received_at') })
  expect(opportunities?.select).not.toContain('signature')
})

it.each<[string | undefined, string]>([
  [undefined, '/functions/v1/territory/sales'],
  ['', '/functions/v1/territory/sales?area='],
  ['Ludlow & Clee', '/functions/v1/territory/sales?area=Ludlow+%26+Clee'],
])('counts the sales of the area %o', async (area, path) => {
  answer = [{ status: 'open', count: 1, value: 0 }]
  expect(await readSalesTallies(area)).toEqual({ ok: true, value: answer })
  expect(paths.map(({ pathname, search }) => pathname + search)).toEqual([path])
})

it.each<[unknown, boolean]>([
  [{ leads: 0, sales: 0, areas: [] }, true],
  [{ leads: 0 }, false],
  [null, false],
  [[], false],
])('accepts %j as the territory: %s', async (territory, isTerritory) => {
  answer = territory
  expect(await readTerritory()).toEqual(isTerritory ? { ok: true, value: territory } : NOT_OURS)
})

it('does not take a page from something in between for a list', async () => {
  answer = { error: 'sign in' }
  expect(await readLists(undefined)).toEqual([NOT_OURS, NOT_OURS])
})
