import {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
} from 'fake-indexeddb'
import { vi } from 'vitest'
import { FakeLocks } from './locks.testing.ts'

const INDEXED_DB = {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
}

/** A document without elements: only its cookies and whether it is visible. */
class FakeDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  readyState: DocumentReadyState = 'complete'
  readonly #cookies = new Map<string, string>()

  get hidden(): boolean {
    return this.visibilityState === 'hidden'
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(assigned: string) {
    const [pair = '', ...attributes] = assigned.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (attributes.includes('max-age=0')) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  getElementById(): null {
    return null
  }
}

/** A broadcast channel: a message reaches every other channel of the same name, as it does between tabs. */
class FakeChannel extends EventTarget {
  static all: FakeChannel[] = []
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    FakeChannel.all.push(this)
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) {
      if (other === this || other.name !== this.name) continue
      queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data })))
    }
  }
}

const hrefOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, 'http://localhost').href

/** The browser's cache storage. */
export class FakeCaches {
  readonly #caches = new Map<string, Map<string, Response>>()

  async open(name: string) {
    const cache = this.#caches.get(name) ?? new Map<string, Response>()
    this.#caches.set(name, cache)
    return {
      put: async (request: Request | string, response: Response) => void cache.set(hrefOf(request), response),
      delete: async (request: Request | string) => cache.delete(hrefOf(request)),
      keys: async () => [...cache.keys()].map((url) => new Request(url)),
    }
  }

  has = async (name: string) => this.#caches.has(name)
  keys = async () => [...this.#caches.keys()]
  delete = async (name: string) => this.#caches.delete(name)

  async match(request: Request | string, { cacheName }: { cacheName?: string } = {}) {
    for (const [name, cache] of this.#caches) {
      const found = cache.get(hrefOf(request))
      if (found && (cacheName === undefined || cacheName === name)) return found.clone()
    }
    return undefined
  }
}

/** The browser of a test. */
export type FakeBrowser = {
  page: EventTarget
  document: FakeDocument
  locks: FakeLocks
  caches: FakeCaches
  /** Whether the browser promises to keep our storage. */
  persist: () => Promise<boolean>
  goOffline: () => void
  goOnline: () => void
  /** The agent switches to another app, or back. */
  setVisible: (visible: boolean) => void
  /** The page goes into the back/forward cache, or comes back. */
  hidePage: (persisted: boolean) => void
  showPage: () => void
}

/**
 * Stubs the browser's globals that the phone's logic uses, with an empty database and fake timers. `vi.waitFor` moves
 * the timers on. Each `PhoneDatabase` and session of a test is a tab of this browser.
 */
export function enterBrowser(): FakeBrowser {
  const page = new EventTarget()
  const document = new FakeDocument()
  const [locks, caches] = [new FakeLocks(), new FakeCaches()]
  const persist = vi.fn(async () => true)
  const network = { onLine: true, locks, storage: { persist, persisted: async () => true } }
  FakeChannel.all = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  for (const [name, value] of Object.entries(INDEXED_DB)) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('document', document)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('caches', caches)
  const go = (onLine: boolean) => () => {
    network.onLine = onLine
    page.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  }
  return {
    page,
    document,
    locks,
    caches,
    persist,
    goOffline: go(false),
    goOnline: go(true),
    setVisible(visible) {
      document.visibilityState = visible ? 'visible' : 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
    },
    hidePage: (persisted) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted })),
    showPage: () => page.dispatchEvent(new Event('pageshow')),
  }
}

/** Drops the timers and the stubs. Call it after each test. */
export function leaveBrowser(): void {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

/** Lets the unfinished work of a test finish, so that it does not run into the next test. */
export async function finishWork(): Promise<void> {
  for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve))
}
