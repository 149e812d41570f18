import { expect, vi } from 'vitest'
import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { REQUEST_ID_HEADER } from '#protocol/call-headers.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { Territory } from '#protocol/territory.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { readFirst } from '../storage/first-read.ts'
import { enterBrowser, type FakeBrowser } from '../testing/browser.testing.ts'
import { LiveLists } from './live-lists.ts'

/** The browser's side of one stream, driven by the test. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  static get latest(): FakeEventSource {
    const latest = FakeEventSource.all.at(-1)
    if (!latest) throw new Error('No stream was opened.')
    return latest
  }
  readyState = 0
  readonly query: URLSearchParams

  constructor(url: string) {
    super()
    this.query = new URL(url, 'http://localhost').searchParams
    FakeEventSource.all.push(this)
  }

  emit(type: 'ready' | 'reload' | 'beat' | 'message', lastEventId: string, data: unknown = {}): void {
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data: JSON.stringify(data) }))
  }

  /** The browser reconnects after a break; after a refusal it gives up. */
  fail(readyState: 0 | 2 = 0): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
}

/** A server with these rows, which answers every read unless it is unreachable or held. */
export class FakeServer {
  leads: Lead[] = []
  sales: OpportunityListed[] = []
  territory: Territory = { leads: 1, sales: 0, areas: [{ area: 'Ludlow', leads: 1, sales: 0 }] }
  /** Paths that fail as if the server could not be reached. */
  unreachable: RegExp | undefined
  /** The table and area of each read, such as `leads Ludlow`. */
  readonly reads: string[] = []
  #held: Promise<void> | undefined

  /** Holds all responses from now on; returns the function that releases them. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return () => {
      this.#held = undefined
      resolve()
    }
  }

  fetch = async (path: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const table = pathname.split('/').at(-1) ?? ''
    const area = searchParams.get('area')?.replace('eq.', '')
    this.reads.push(area === undefined ? table : `${table} ${area}`)
    await this.#held
    if (this.unreachable?.test(path)) throw new TypeError('Failed to fetch')
    const inArea = (row: { area: string | null }) => area === undefined || row.area === area
    const tables = new Map<string, unknown>([
      ['territory', this.territory],
      ['leads', this.leads.filter(inArea)],
      ['opportunities', this.sales.filter(inArea)],
    ])
    return Response.json(tables.get(table) ?? {}, { headers: { [REQUEST_ID_HEADER]: 'r' } })
  }
}

/** Sets up a browser with a `FakeServer` and the server's end of the stream. */
export function enterBrowserWithLists(): FakeBrowser & { server: FakeServer } {
  const browser = enterBrowser()
  const server = new FakeServer()
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', server.fetch)
  return { ...browser, server }
}

/** Opens the app's lists on a phone, as `buildApp` does. */
export async function openLists(phone = new PhoneDatabase()) {
  const onOpen = vi.fn()
  const lists = new LiveLists(phone, { onOpen })
  lists.begin((await readFirst(phone)).lists)
  await lists.start()
  return { lists, onOpen, phone }
}

/** Opens the lists and the stream, and waits until they are followed. */
export async function openFollowedLists(phone = new PhoneDatabase()) {
  const opened = await openLists(phone)
  FakeEventSource.latest.emit('ready', 'c1')
  await vi.waitFor(() => expect(opened.lists.shown.leadsState).toEqual({ loaded: true, problem: undefined }))
  await vi.waitFor(async () => expect((await readFirst(phone)).lists.cursor).toBe('c1'))
  return opened
}

export const statusesIn = (lists: LiveLists): Record<string, LeadStatus> =>
  Object.fromEntries(lists.shown.leads.rows.map(({ lead }) => [lead.id, lead.status]))
