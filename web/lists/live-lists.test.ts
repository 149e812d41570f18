import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi } from '../http/http.ts'
import { readFirst } from '../storage/first-read.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'
import { leaveBrowser } from '../testing/browser.testing.ts'
import { changeOf, leadOf, saleOf } from '../testing/rows.testing.ts'
import {
  enterBrowserWithLists,
  FakeEventSource,
  type FakeServer,
  openFollowedLists,
  openLists,
  statusesIn,
} from './lists.testing.ts'
import { LiveLists } from './live-lists.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))
vi.mock('../ui/next-paint.ts', () => ({ nextPaint: () => Promise.resolve() }))

const NO_CONNECTION = 'no connection to the server'

let server: FakeServer
let goOffline: () => void
let goOnline: () => void
beforeEach(() => {
  ;({ server, goOffline, goOnline } = enterBrowserWithLists())
  server.leads = [leadOf('a'), leadOf('b')]
})
afterEach(leaveBrowser)

const stream = () => FakeEventSource.latest

describe('the first start', () => {
  it('reads both lists once the stream is open, and follows it', async () => {
    server.sales = [saleOf('s')]
    const { lists, onOpen } = await openFollowedLists()
    expect(server.reads).toEqual(['territory', 'leads', 'opportunities'])
    expect(statusesIn(lists)).toEqual({ a: 'new', b: 'new' })
    expect(lists.shown.opportunities.rows).toHaveLength(1)
    expect([lists.connection, onOpen.mock.calls.length]).toEqual(['open', 1])
    stream().emit('message', 'c2', changeOf(leadOf('a', 'qualified')))
    stream().emit('message', 'c3', changeOf(leadOf('b'), 'DELETE'))
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'qualified' }))
  })

  it('holds the changes that arrive while it reads, and applies them afterwards', async () => {
    const release = server.hold()
    const { lists, phone } = await openLists()
    stream().emit('ready', 'c1')
    stream().emit('message', 'c2', changeOf(leadOf('a', 'contacted')))
    await vi.advanceTimersByTimeAsync(40)
    expect(lists.shown.leads.size).toBe(0)
    release()
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'contacted', b: 'new' }))
    await vi.waitFor(async () =>
      expect((await readFirst(phone)).lists).toMatchObject({
        cursor: 'c2',
        leads: [{ status: 'contacted' }, {}],
      }),
    )
  })

  it('reads once more if the stream restarts while it reads', async () => {
    const release = server.hold()
    const { lists } = await openLists()
    stream().emit('ready', 'c1')
    stream().emit('reload', 'c9')
    release()
    await vi.waitFor(() => expect(lists.shown.leadsState.loaded).toBe(true))
    expect(server.reads.filter((read) => read === 'leads')).toHaveLength(2)
  })

  it.each([
    ['neither list', /rest/, NO_CONNECTION, NO_CONNECTION],
    ['no leads', /leads/, NO_CONNECTION, undefined],
    ['no opportunities', /opportunities/, undefined, NO_CONNECTION],
    ['no territory', /territory/, NO_CONNECTION, NO_CONNECTION],
  ])('that gets %s says why, and tries again after a pause', async (_, unreachable, leads, opportunities) => {
    server.unreachable = unreachable
    const { lists } = await openLists()
    const known = lists.known()
    stream().emit('ready', 'c1')
    await vi.waitFor(() =>
      expect([lists.shown.leadsState.problem, lists.shown.opportunitiesState.problem]).toEqual([
        leads,
        opportunities,
      ]),
    )
    if (leads) await known
    await lists.retry()
    server.unreachable = undefined
    await vi.advanceTimersByTimeAsync(40_000)
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'new', b: 'new' }))
    expect(lists.shown.opportunitiesState).toEqual({ loaded: true, problem: undefined })
  })

  it('reads without a stream too, and follows once it opens', async () => {
    const { lists } = await openLists()
    stream().fail()
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'new', b: 'new' }))
    expect(lists.connection).toBe('lost')
    server.leads = [leadOf('a', 'contacted')]
    stream().emit('ready', 'c1')
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'contacted' }))
    expect(lists.connection).toBe('open')
  })

  it('offline shows why there is nothing', async () => {
    goOffline()
    const { lists } = await openLists()
    expect(lists.connection).toBe('lost')
    expect(lists.shown.leadsState).toEqual({ loaded: false, problem: NO_CONNECTION })
    await lists.known()
  })
})

describe('a later start', () => {
  it('shows the kept lists before the server answers, and resumes from their cursor', async () => {
    const { phone } = await openFollowedLists()
    server.reads.length = 0
    server.unreachable = /./
    const { lists } = await openLists(phone)
    expect(statusesIn(lists)).toEqual({ a: 'new', b: 'new' })
    expect(stream().query.get('since')).toBe('c1')
    stream().emit('ready', 'c1')
    stream().emit('message', 'c2', changeOf(leadOf('a', 'qualified')))
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'qualified', b: 'new' }))
    expect(server.reads).toEqual([])
  })

  it('has the changes that arrived before', async () => {
    const { phone } = await openFollowedLists()
    stream().emit('message', 'c2', changeOf(leadOf('a', 'qualified')))
    await vi.waitFor(async () => expect((await readFirst(phone)).lists.cursor).toBe('c2'))
    const { lists } = await openLists(phone)
    expect(statusesIn(lists)).toEqual({ a: 'qualified', b: 'new' })
  })

  it('reads the lists again if changes are missing', async () => {
    const { phone } = await openFollowedLists()
    const { lists } = await openLists(phone)
    server.leads = [leadOf('c')]
    stream().emit('reload', 'c9')
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ c: 'new' }))
    await vi.waitFor(async () => expect((await readFirst(phone)).lists.cursor).toBe('c9'))
  })

  it('reads the lists from the server if the kept ones cannot be read', async () => {
    const { phone } = await openFollowedLists()
    const first = await readFirst(phone)
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(phone, 'use').mockRejectedValueOnce(new DOMException('', 'DataError'))
    server.leads = [leadOf('c')]
    const lists = new LiveLists(phone, { onOpen() {} })
    lists.begin(first.lists)
    await lists.start()
    expect(report).toHaveBeenCalledOnce()
    expect(stream().query.get('since')).toBeNull()
    stream().emit('ready', 'c5')
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ c: 'new' }))
  })
})

describe('a break of the connection', () => {
  it('shows nothing if it ends within the grace period', async () => {
    const { lists } = await openFollowedLists()
    stream().fail()
    await vi.advanceTimersByTimeAsync(4_900)
    stream().fail()
    stream().emit('ready', 'c1')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(lists.connection).toBe('open')
    expect(lists.shown.leadsState.problem).toBeUndefined()
  })

  it('is shown five seconds after the first failure, however often the browser retries', async () => {
    const { lists } = await openFollowedLists()
    server.unreachable = /./
    stream().fail()
    await vi.advanceTimersByTimeAsync(3_000)
    stream().fail()
    await vi.advanceTimersByTimeAsync(1_990)
    expect(lists.connection).toBe('open')
    await vi.advanceTimersByTimeAsync(10)
    expect([lists.connection, lists.isOffline]).toEqual(['lost', true])
    expect(lists.shown.leadsState).toEqual({ loaded: true, problem: NO_CONNECTION })
    stream().emit('ready', 'c1')
    expect([lists.connection, lists.isOffline]).toEqual(['open', false])
    expect(lists.shown.leadsState.problem).toBeUndefined()
  })

  it('is shown at once, and without a problem, if the phone is offline', async () => {
    const { lists } = await openFollowedLists()
    goOffline()
    expect([lists.connection, lists.isOffline]).toEqual(['lost', true])
    expect(lists.shown.leadsState).toEqual({ loaded: true, problem: undefined })
    stream().fail()
    expect(lists.connection).toBe('lost')
    goOnline()
    expect(stream().query.get('since')).toBe('c1')
    stream().emit('ready', 'c1')
    expect(lists.connection).toBe('open')
  })
})

describe('without the stream', () => {
  const CALM = { loaded: true, problem: undefined }

  /** Returns the lists of a phone whose stream broke more than five seconds ago. Calls to `unreachable` paths fail. */
  async function broken(unreachable?: RegExp) {
    const { lists } = await openFollowedLists()
    server.unreachable = unreachable
    stream().fail()
    await vi.advanceTimersByTimeAsync(5_000)
    return lists
  }

  it('is online as long as calls are answered, and checks that at once', async () => {
    const lists = await broken()
    expect([lists.connection, lists.isOffline, lists.shown.leadsState]).toEqual(['lost', false, CALM])
    stream().fail(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lists.isOffline).toBe(false)
  })

  it('goes offline and online as calls fail and succeed', async () => {
    const lists = await broken()
    const { content } = lists.shown
    for (const [unreachable, isOffline, problem] of [
      [/./, true, NO_CONNECTION],
      [undefined, false, undefined],
    ] as const) {
      const before = content.get()
      server.unreachable = unreachable
      await callApi('/rest/v1/visits')
      expect([lists.isOffline, lists.shown.leadsState.problem]).toEqual([isOffline, problem])
      expect(content.get()).toBeGreaterThan(before)
    }
  })

  it('counts only answers of Doorstep', async () => {
    const lists = await broken()
    vi.stubGlobal('fetch', async () => new Response('<h1>Sign in to the Wi-Fi of the hotel</h1>'))
    await callApi('/rest/v1/visits')
    expect(lists.isOffline).toBe(true)
  })

  it('is online at the first start too', async () => {
    const { lists } = await openLists()
    stream().fail(2)
    await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'new', b: 'new' }))
    expect([lists.isOffline, lists.shown.leadsState]).toEqual([false, CALM])
  })
})

describe('the time of the last update', () => {
  it('moves with each beat as far as the server is settled, but not while offline', async () => {
    const { lists } = await openFollowedLists()
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: new Date('2026-03-01T12:00:00Z'),
    })
    stream().emit('beat', 'c1', { behind_ms: 1_000 })
    expect(lists.inStepAt).toBe('2026-03-01T11:59:59.000Z')
    goOffline()
    vi.setSystemTime(new Date('2026-03-01T12:05:00Z'))
    stream().emit('beat', 'c1', { behind_ms: 0 })
    expect(lists.inStepAt).toBe('2026-03-01T11:59:59.000Z')
  })

  it('stays when the stream opens, and with a beat that does not say how far the server is settled', async () => {
    const { lists } = await openFollowedLists()
    const before = lists.inStepAt
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-01T12:00:00Z') })
    stream().emit('ready', 'c1')
    stream().emit('beat', 'c1')
    expect(lists.inStepAt).toBe(before)
  })

  it('is the moment of the request for the lists, not of the answer', async () => {
    const { lists } = await openFollowedLists()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-01T12:00:00Z') })
    const read = lists.retry()
    vi.setSystemTime(new Date('2031-03-01T12:00:09Z'))
    await read
    expect(lists.inStepAt).toBe('2031-03-01T12:00:00.000Z')
  })

  it('stays if the lists are read again without success', async () => {
    const { lists } = await openFollowedLists()
    const before = lists.inStepAt
    server.unreachable = /./
    await lists.retry()
    stream().emit('beat', 'c1', { behind_ms: 0 })
    expect(lists.inStepAt).toBe(before)
    expect(lists.shown.leadsState).toEqual({ loaded: true, problem: NO_CONNECTION })
  })
})

it('shows a lead as a sale of this phone leaves it, until the list contains that sale', async () => {
  const { lists } = await openFollowedLists()
  const written = { lead_id: 'a', status: 'qualified' as const }
  lists.shown.showAhead(new Map([['session-s', { sessionId: 'session-s', written } as unknown as PhoneSale]]))
  expect(statusesIn(lists)).toEqual({ a: 'qualified', b: 'new' })
  stream().emit('message', 'c2', { table: 'opportunities', type: 'INSERT', record: saleOf('s', written) })
  await vi.waitFor(() => expect(statusesIn(lists)).toEqual({ a: 'new', b: 'new' }))
})
