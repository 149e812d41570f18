import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { PROBLEMS } from '#protocol/problems.ts'
import { leaveBrowser } from '../testing/browser.testing.ts'
import { changeOf, leadOf } from '../testing/rows.testing.ts'
import { followChanges } from './change-stream.ts'
import { enterBrowserWithLists, FakeEventSource } from './lists.testing.ts'
import { streetEvents } from './street-events.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const BrowserEventSource = globalThis.EventSource

type Call = [handler: 'live' | 'changes' | 'beat' | 'lost', ...unknown[]]

let calls: Call[]
let stop = () => {}
let goOnline: () => void
beforeEach(() => {
  ;({ goOnline } = enterBrowserWithLists())
  calls = []
})
afterEach(() => {
  stop()
  leaveBrowser()
})

function follow(since?: string, area?: string): void {
  stop = followChanges(since, area, {
    onLive: (cursor, isGap) => calls.push(['live', cursor, isGap]),
    onChanges: (changes, cursor) => calls.push(['changes', changes.map(({ record }) => record.id), cursor]),
    onBeat: (behindMs) => calls.push(['beat', behindMs]),
    onLost: () => calls.push(['lost']),
  })
}

describe('over a real connection', () => {
  type Opened = {
    path: string
    query: URLSearchParams
    lastEventId: string | undefined
    response: http.ServerResponse
  }

  let server: http.Server
  let opened: Opened[]
  beforeEach(async () => {
    opened = []
    server = http.createServer((request, response) => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
      opened.push({ path, query, lastEventId: request.headers['last-event-id']?.toString(), response })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const Relative = class extends BrowserEventSource {
      constructor(path: string) {
        super(`http://127.0.0.1:${port}${path}`)
      }
    }
    vi.stubGlobal('EventSource', Relative)
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const stream = (number: number) => vi.waitFor(() => opened[number - 1] ?? expect.fail('not opened'))
  const receive = (...expected: Call[]) => vi.waitFor(() => expect(calls).toEqual(expected))
  const event = (name: string, id: string) => `event: ${name}\nid: ${id}\ndata: {}\n\n`
  const message = (id: string, lead: string) =>
    `id: ${id}\ndata: ${JSON.stringify(changeOf(leadOf(lead)))}\n\n`
  const begin = ({ response }: Opened, ...events: string[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`retry: 1\n\n${events.join('')}`)
  }

  it('passes each event of the street on, and none of them as a change', async () => {
    let announced = 0
    const unsubscribe = streetEvents.subscribe(() => {
      announced += 1
    })
    follow()
    begin(
      await stream(1),
      event('ready', 'c0'),
      event('street', 'c1'),
      event('street', 'c2'),
      message('c3', 'a'),
    )
    await receive(['live', 'c0', true], ['changes', ['a'], 'c3'])
    expect(announced).toBe(2)
    unsubscribe()
  })

  it.each<[since: string | undefined, area: string | undefined, Record<string, string>]>([
    [undefined, undefined, {}],
    ['c1', undefined, { since: 'c1' }],
    ['c1', 'Ludlow', { since: 'c1', area: 'Ludlow' }],
    [undefined, '', { area: '' }],
  ])('asks from %s for the area %s', async (since, area, parameters) => {
    follow(since, area)
    const { path, query } = await stream(1)
    expect(path).toBe(CHANGES_PATH)
    const { device, ...rest } = Object.fromEntries(query)
    expect(rest).toEqual({ apikey: 'key', ...parameters })
    expect(device).toMatch(/^\w{8,64}$/)
  })

  it.each<[string, since: string | undefined, isGap: boolean]>([
    ['ready', undefined, true],
    ['ready', 'c1', false],
    ['reload', 'c1', true],
  ])('reports %s, coming from %s, with a gap: %s', async (name, since, isGap) => {
    follow(since)
    begin(await stream(1), event(name, 'c2'))
    await receive(['live', 'c2', isGap])
  })

  it('hands on the changes that arrive together as one batch', async () => {
    follow()
    begin(await stream(1), event('ready', 'c1'), message('c2', 'a'), message('c3', 'b'))
    await receive(['live', 'c1', true], ['changes', ['a', 'b'], 'c3'])
  })

  it('resumes after a break from the last event', async () => {
    follow()
    const first = await stream(1)
    begin(first, event('ready', 'c1'), message('c2', 'a'))
    await receive(['live', 'c1', true], ['changes', ['a'], 'c2'])
    first.response.destroy()
    const second = await stream(2)
    expect(second.lastEventId).toBe('c2')
    begin(second, event('ready', 'c2'), message('c3', 'b'))
    await receive(
      ['live', 'c1', true],
      ['changes', ['a'], 'c2'],
      ['lost'],
      ['live', 'c2', false],
      ['changes', ['b'], 'c3'],
    )
  })

  it('opens another stream from the last cursor after being refused as one too many', async () => {
    follow('c1')
    const { response } = await stream(1)
    const { status, sentence } = PROBLEMS['too-many-streams']
    response.writeHead(status, { 'retry-after': '2' }).end(JSON.stringify({ message: sentence }))
    await receive(['lost'])
    await vi.advanceTimersByTimeAsync(3_000)
    const second = await stream(2)
    expect(second.query.get('since')).toBe('c1')
    begin(second, event('ready', 'c1'))
    await receive(['lost'], ['live', 'c1', false])
  })
})

describe('the stream of a browser', () => {
  const stream = () => FakeEventSource.latest
  const openings = () => FakeEventSource.all.length

  it('is opened again after pauses that double up to half a minute, and start again once it works', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    follow()
    for (const pauseMs of [3_000, 6_000, 12_000, 24_000, 30_000, 30_000]) {
      const before = openings()
      stream().fail(2)
      vi.advanceTimersByTime(pauseMs - 1)
      expect(openings()).toBe(before)
      vi.advanceTimersByTime(1)
      expect(openings()).toBe(before + 1)
    }
    stream().emit('ready', 'c1')
    stream().fail(2)
    vi.advanceTimersByTime(3_000)
    expect(stream().query.get('since')).toBe('c1')
    expect(openings()).toBe(8)
  })

  const losses = () => calls.filter(([handler]) => handler === 'lost').length

  it.each<[string, afterMs: number, () => void]>([
    ['no response for 15 s', 5_000, () => {}],
    ['no event for three beats', 45_000, () => stream().emit('ready', 'c1')],
    ['no event after a beat', 45_000, () => stream().emit('beat', 'c1')],
    ['no event after a change', 45_000, () => stream().emit('message', 'c2', changeOf(leadOf('a')))],
    ['no reconnection by the browser', 15_000, () => stream().fail()],
  ])('is lost and opened again after %s', (_, afterMs, act) => {
    follow('c1')
    vi.advanceTimersByTime(10_000)
    act()
    const before = losses()
    vi.advanceTimersByTime(afterMs - 1)
    expect([openings(), losses()]).toEqual([1, before])
    vi.advanceTimersByTime(1)
    expect([openings(), losses()]).toEqual([2, before + 1])
  })

  it('is opened again at once when the phone is back online', () => {
    follow('c1')
    const first = stream()
    goOnline()
    expect([openings(), first.readyState]).toEqual([2, FakeEventSource.CLOSED])
  })

  it.each<[string, cursor: string, Call[]]>([
    ['where it is', 'c1', [['beat', undefined]]],
    [
      'past changes of other areas',
      'c9',
      [
        ['changes', [], 'c9'],
        ['beat', undefined],
      ],
    ],
  ])('moves the cursor with a beat %s', (_, cursor, expected) => {
    follow('c1')
    stream().emit('beat', cursor)
    expect(calls).toEqual(expected)
    goOnline()
    expect(stream().query.get('since')).toBe(cursor)
  })

  it('does not let a beat overtake the changes of a batch', () => {
    follow('c1')
    stream().emit('message', 'c2', changeOf(leadOf('a')))
    stream().emit('beat', 'c2', { behind_ms: 7 })
    vi.advanceTimersByTime(40)
    expect(calls).toEqual([
      ['changes', ['a'], 'c2'],
      ['beat', 7],
    ])
  })

  it('drops a batch that a reload has overtaken', () => {
    follow('c1')
    stream().emit('message', 'c2', changeOf(leadOf('a')))
    stream().emit('reload', 'c9')
    vi.advanceTimersByTime(40)
    expect(calls).toEqual([['live', 'c9', true]])
  })

  it.each(['<html>', 'null', '[]'])('reports a gap for a change that reads %s', (data) => {
    follow('c1')
    stream().dispatchEvent(new MessageEvent('message', { lastEventId: 'c2', data }))
    expect(calls).toEqual([['live', 'c2', true]])
  })

  it('hands on nothing and opens nothing once it has ended', () => {
    follow('c1')
    stream().emit('message', 'c2', changeOf(leadOf('a')))
    stop()
    goOnline()
    vi.advanceTimersByTime(60_000)
    expect([calls, openings(), stream().readyState]).toEqual([[], 1, FakeEventSource.CLOSED])
  })
})
