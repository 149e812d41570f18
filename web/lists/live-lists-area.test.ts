import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import { readFirst } from '../storage/first-read.ts'
import { leaveBrowser } from '../testing/browser.testing.ts'
import { changeOf, leadOf } from '../testing/rows.testing.ts'
import {
  enterBrowserWithLists,
  FakeEventSource,
  type FakeServer,
  openFollowedLists,
  openLists,
  statusesIn,
} from './lists.testing.ts'
import type { LiveLists } from './live-lists.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))
vi.mock('../ui/next-paint.ts', () => ({ nextPaint: () => Promise.resolve() }))

let server: FakeServer
let goOffline: () => void
beforeEach(() => {
  ;({ server, goOffline } = enterBrowserWithLists())
  server.leads = [leadOf('a', 'new', 'Ludlow'), leadOf('b', 'new', 'Hereford')]
  setAreas('Ludlow', 'Hereford')
})

afterEach(leaveBrowser)

const stream = () => FakeEventSource.latest
const shows = (lists: LiveLists, ids: string[]) =>
  vi.waitFor(() => {
    expect(Object.keys(statusesIn(lists))).toEqual(ids)
    expect(lists.shown.leadsState.loaded).toBe(true)
  })

/** Gives the server areas that are too large together for one phone. */
function setAreas(...areas: string[]): void {
  const leads = MAX_ROWS_ON_A_PHONE + 1
  server.territory = { leads, sales: 0, areas: areas.map((area) => ({ area, leads, sales: 0 })) }
}

/** Opens the lists, which offer the areas, and chooses one of them. */
async function chooseAtFirst(area: string) {
  const opened = await openLists()
  stream().emit('ready', 'c1')
  await opened.lists.known()
  await opened.lists.chooseArea(area)
  stream().emit('ready', 'c2')
  await vi.waitFor(async () => expect((await readFirst(opened.phone)).lists.cursor).toBe('c2'))
  return opened
}

describe('with several areas that are too large together', () => {
  it('offers them, and reads and follows nothing until one is chosen', async () => {
    const { lists } = await openLists()
    stream().emit('ready', 'c1')
    await lists.known()
    expect(lists.offeredAreas).toEqual(server.territory)
    expect(lists.shown.leadsState).toEqual({ loaded: false, problem: undefined })
    expect([server.reads, stream().readyState]).toEqual([['territory'], FakeEventSource.CLOSED])
  })

  it('reads and follows only the area that is chosen, on later starts as well', async () => {
    const { lists, phone } = await chooseAtFirst('Ludlow')
    await shows(lists, ['a'])
    expect(lists.offeredAreas).toBeUndefined()
    expect(stream().query.get('area')).toBe('Ludlow')
    const { lists: later } = await openLists(phone)
    expect([later.area, Object.keys(statusesIn(later))]).toEqual(['Ludlow', ['a']])
    expect([stream().query.get('area'), stream().query.get('since')]).toEqual(['Ludlow', 'c2'])
    stream().emit('ready', 'c2')
    expect(server.reads).toEqual(['territory', 'leads Ludlow', 'opportunities Ludlow'])
  })

  it('drops a lead that leaves the area', async () => {
    const { lists } = await chooseAtFirst('Ludlow')
    stream().emit('message', 'c3', changeOf(leadOf('a', 'new', 'Hereford')))
    await shows(lists, [])
  })

  it('keeps the choice when other areas come and go', async () => {
    const { phone } = await chooseAtFirst('Ludlow')
    setAreas('Ludlow')
    const { lists } = await openLists(phone)
    stream().emit('ready', 'c2')
    await lists.retry()
    await shows(lists, ['a'])
    expect(server.reads.filter((read) => read === 'territory')).toHaveLength(1)
  })
})

describe('changing the area', () => {
  it('clears the old list at once and reads the new one', async () => {
    const { lists, phone } = await chooseAtFirst('Ludlow')
    expect(await lists.offerAreas()).toBeUndefined()
    expect(lists.offeredAreas?.areas).toHaveLength(2)
    const release = server.hold()
    const old = stream()
    const choosing = lists.chooseArea('Hereford')
    expect(old.readyState).toBe(FakeEventSource.CLOSED)
    await choosing
    expect([lists.area, lists.shown.leads.size, lists.shown.leadsState.loaded]).toEqual([
      'Hereford',
      0,
      false,
    ])
    expect([stream().query.get('area'), stream().query.get('since')]).toEqual(['Hereford', null])
    stream().emit('ready', 'c3')
    release()
    await shows(lists, ['b'])
    await vi.waitFor(async () => expect((await readFirst(phone)).lists.cursor).toBe('c3'))
  })

  it('while a list loads ignores that list', async () => {
    const { lists } = await chooseAtFirst('Ludlow')
    const release = server.hold()
    const reading = lists.retry()
    await lists.chooseArea('Hereford')
    release()
    await reading
    expect(Object.keys(statusesIn(lists))).toEqual(['b'])
    stream().emit('ready', 'c3')
    await shows(lists, ['b'])
    expect(server.reads.at(-1)).toBe('opportunities Hereford')
  })

  it('twice in a row shows the last choice', async () => {
    const { lists } = await chooseAtFirst('Ludlow')
    const choosing = [lists.chooseArea('Hereford'), lists.chooseArea('Ludlow')]
    await Promise.all(choosing)
    stream().emit('ready', 'c3')
    await shows(lists, ['a'])
    expect([lists.area, stream().query.get('area')]).toEqual(['Ludlow', 'Ludlow'])
  })

  it('to the same area reads nothing again', async () => {
    const { lists } = await chooseAtFirst('Ludlow')
    const before = server.reads.length
    await lists.offerAreas()
    await lists.chooseArea('Ludlow')
    expect(server.reads.slice(before)).toEqual(['territory'])
    await shows(lists, ['a'])
  })

  it('and back reads each area again', async () => {
    const { lists } = await chooseAtFirst('Ludlow')
    await lists.chooseArea('Hereford')
    stream().emit('ready', 'c3')
    await shows(lists, ['b'])
    await lists.chooseArea('Ludlow')
    stream().emit('ready', 'c4')
    await shows(lists, ['a'])
  })

  it('without a connection shows no lead of the old area, now or later', async () => {
    const { lists, phone } = await chooseAtFirst('Ludlow')
    server.unreachable = /./
    await lists.chooseArea('Hereford')
    stream().fail()
    await vi.waitFor(() => expect(lists.shown.leadsState.problem).toBe('no connection to the server'))
    const { lists: later } = await openLists(phone)
    expect([later.area, later.shown.leads.size]).toEqual(['Hereford', 0])
  })

  it('fails with a reason if the areas cannot be read', async () => {
    const { lists } = await chooseAtFirst('Ludlow')
    server.unreachable = /territory/
    goOffline()
    expect(await lists.offerAreas()).toBe('no connection to the server')
    expect(lists.offeredAreas).toBeUndefined()
  })
})

describe('with one area that is too large', () => {
  beforeEach(() => setAreas('Ludlow'))

  async function openOnly() {
    const opened = await openFollowedLists()
    await shows(opened.lists, ['a'])
    return opened
  }

  it('takes it without asking', async () => {
    const { lists } = await openOnly()
    expect([lists.area, lists.offeredAreas]).toEqual(['Ludlow', undefined])
  })

  it('keeps it on a later start while it is the only one', async () => {
    const { phone } = await openOnly()
    const { lists } = await openLists(phone)
    stream().emit('ready', 'c1')
    await vi.waitFor(() => expect(server.reads.at(-1)).toBe('territory'))
    await shows(lists, ['a'])
  })

  it('offers the areas on a later start if there is another one', async () => {
    const { phone } = await openOnly()
    setAreas('Ludlow', 'Hereford')
    const { lists } = await openLists(phone)
    stream().emit('ready', 'c1')
    await vi.waitFor(() => expect(stream().query.get('area')).toBeNull())
    stream().emit('ready', 'c2')
    await vi.waitFor(() => expect(lists.offeredAreas?.areas).toHaveLength(2))
    expect([lists.area, lists.shown.leads.size]).toEqual([undefined, 0])
  })

  it('begins again if it is no longer the only one when the lists are read again', async () => {
    const { lists } = await openOnly()
    setAreas('Ludlow', 'Hereford')
    await lists.retry()
    stream().emit('ready', 'c2')
    await vi.waitFor(() => expect(lists.offeredAreas?.areas).toHaveLength(2))
    expect(lists.area).toBeUndefined()
  })

  it('keeps it for good once the agent has chosen it', async () => {
    const { lists, phone } = await openOnly()
    await lists.offerAreas()
    await lists.chooseArea('Ludlow')
    setAreas('Ludlow', 'Hereford')
    const { lists: later } = await openLists(phone)
    const before = server.reads.length
    stream().emit('ready', 'c1')
    await later.retry()
    expect([later.area, later.offeredAreas]).toEqual(['Ludlow', undefined])
    expect(server.reads.slice(before)).toEqual(['leads Ludlow', 'opportunities Ludlow'])
  })
})
