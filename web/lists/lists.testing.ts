import {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { expect, vi } from 'vitest'
import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { Territory } from '#protocol/territory.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { readFirst } from '../storage/first-read.ts'
import { LiveLists } from './live-lists.ts'

const AT = '2026-03-01T12:00:00.000Z'

export const leadOf = (id: string, status: LeadStatus = 'new', area: string | null = 'Ludlow'): Lead => ({
  id,
  street_address: `${id} High Street`,
  postcode: 'SY8 1AA',
  household_size: null,
  voucher_value: '100',
  status,
  priority: 'medium',
  contact_name: null,
  contact_phone: null,
  contact_email: null,
  notes: null,
  area,
  created_at: AT,
  updated_at: AT,
})

export const saleOf = (id: string, other: Partial<OpportunityListed> = {}): OpportunityListed => {
  const { contract_signature: _, ...nothing } = NOTHING_YET
  const times = { created_at: AT, updated_at: AT, received_at: null, last_ghl_sync: null }
  const rest = { ...times, area: 'Ludlow', closed_by: null, ghl_opportunity_id: null, notes: null }
  return { ...nothing, ...rest, id, session_id: `session-${id}`, ...other } as OpportunityListed
}

export const changeOf = (record: Lead, type: Change['type'] = 'UPDATE'): Change => ({
  table: 'leads',
  type,
  record,
})

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
  /** The table of each read and its area, as `leads Ludlow`. */
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
    if (table === 'territory') return Response.json(this.territory)
    return Response.json(table === 'leads' ? this.leads.filter(inArea) : this.sales.filter(inArea))
  }
}

const INDEXED_DB = {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
}

/**
 * Stubs what the lists need of a browser, with an empty database and fake timers, so that `leaveBrowser` leaves nothing
 * behind. `vi.waitFor` moves the timers on.
 */
export function enterBrowser(): { server: FakeServer; goOffline: () => void; goOnline: () => void } {
  const server = new FakeServer()
  const page = new EventTarget()
  const network = { onLine: true }
  FakeEventSource.all = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const [name, value] of Object.entries(INDEXED_DB)) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', server.fetch)
  const go = (onLine: boolean) => () => {
    network.onLine = onLine
    page.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  }
  return { server, goOffline: go(false), goOnline: go(true) }
}

/** Drops the timers and the stubs. Call it after each test. */
export function leaveBrowser(): void {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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
