import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterBrowser, type FakeBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { dismissToast, toastStore } from '../ui/toast-store.ts'
import { installApp } from './install-app.ts'

type Worker = EventTarget & { state?: string; postMessage: (order: string) => void }

const createWorker = (orders: string[], name: string): Worker =>
  Object.assign(new EventTarget(), { postMessage: (order: string) => void orders.push(`${name} ${order}`) })

/** The browser's side of a registration, driven by the test. */
class FakeRegistration extends EventTarget {
  waiting: Worker | null = null
  installing: Worker | null = null
  update = vi.fn(async () => undefined)
}

let browser: FakeBrowser
let orders: string[]
let registration: FakeRegistration
let workers: EventTarget & {
  controller: Worker | null
  ready: Promise<FakeRegistration>
  register: () => Promise<FakeRegistration>
}
let reload: () => void
let inProgress: boolean
let onWork: () => void
beforeEach(() => {
  browser = enterBrowser()
  orders = []
  registration = new FakeRegistration()
  workers = Object.assign(new EventTarget(), {
    controller: createWorker(orders, 'old') as Worker | null,
    ready: Promise.resolve(registration),
    register: vi.fn(async () => registration),
  })
  reload = vi.fn()
  inProgress = false
  onWork = () => {}
  vi.stubGlobal('navigator', { serviceWorker: workers })
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id)
  leaveBrowser()
})

const install = () =>
  installApp({
    isInProgress: () => inProgress,
    subscribe: (listener) => {
      onWork = listener
    },
  })
const setInProgress = (value: boolean) => {
  inProgress = value
  onWork()
}

/** Makes a later release arrive and wait. */
function arrive(): void {
  const worker = createWorker(orders, 'new')
  registration.installing = worker
  registration.dispatchEvent(new Event('updatefound'))
  registration.installing = null
  registration.waiting = worker
  worker.dispatchEvent(new Event('statechange'))
}

/** Activates the release as another page would. */
function activateElsewhere(): void {
  workers.controller = createWorker(orders, 'new')
  registration.waiting = null
  workers.dispatchEvent(new Event('controllerchange'))
}

const offers = () => toastStore.get().map(({ text }) => text)
const OFFER = ['A new version of Doorstep is ready']
const press = (button: 'Update' | 'Not now') => {
  const [shown] = toastStore.get()
  if (button === 'Update') shown?.action?.run()
  else shown?.action?.decline?.run()
  if (shown) dismissToast(shown.id)
}

describe('the installation', () => {
  it('registers the worker and reports the page to it', async () => {
    await install()
    expect(workers.register).toHaveBeenCalledWith('/service-worker.js')
    expect(orders).toEqual(['old page-opened'])
  })

  it('waits until the page has loaded', async () => {
    browser.document.readyState = 'interactive'
    const installed = install()
    await Promise.resolve()
    expect(workers.register).not.toHaveBeenCalled()
    browser.page.dispatchEvent(new Event('load'))
    await installed
    expect(workers.register).toHaveBeenCalledOnce()
  })

  it('does nothing in a browser without service workers', async () => {
    vi.stubGlobal('navigator', {})
    await expect(install()).resolves.toBeUndefined()
  })

  it('fails if the phone cannot store the app', async () => {
    workers.ready = new Promise(() => {})
    const worker = createWorker(orders, 'first')
    registration.installing = worker
    const installed = install()
    await vi.waitFor(() => expect(workers.register).toHaveBeenCalled())
    worker.state = 'redundant'
    worker.dispatchEvent(new Event('statechange'))
    await expect(installed).rejects.toThrow('could not store')
  })

  it('looks for a release when the agent returns to the app, even offline', async () => {
    await install()
    registration.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    browser.setVisible(false)
    expect(registration.update).not.toHaveBeenCalled()
    browser.setVisible(true)
    browser.setVisible(true)
    expect(registration.update).toHaveBeenCalledTimes(2)
  })
})

describe('a later release', () => {
  it('is offered once it is installed', async () => {
    await install()
    expect(offers()).toEqual([])
    arrive()
    expect(offers()).toEqual(OFFER)
  })

  it('is offered at the start if it arrived earlier', async () => {
    registration.waiting = createWorker(orders, 'new')
    await install()
    expect(offers()).toEqual(OFFER)
  })

  it('is not offered during a sale, but after it', async () => {
    inProgress = true
    await install()
    arrive()
    expect(offers()).toEqual([])
    setInProgress(false)
    expect(offers()).toEqual(OFFER)
  })

  it('is no longer offered once a sale begins', async () => {
    await install()
    arrive()
    setInProgress(true)
    expect(offers()).toEqual([])
  })

  it('is offered again after the next sale if the agent has declined it', async () => {
    await install()
    arrive()
    press('Not now')
    onWork()
    expect(offers()).toEqual([])
    setInProgress(true)
    setInProgress(false)
    expect(offers()).toEqual(OFFER)
  })

  it('takes over and reloads this page if the agent accepts it', async () => {
    await install()
    arrive()
    press('Update')
    expect(orders).toContain('new take-over')
    expect(reload).not.toHaveBeenCalled()
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('interrupts no sale if it takes over late, and is offered again after it', async () => {
    await install()
    arrive()
    press('Update')
    setInProgress(true)
    activateElsewhere()
    expect(reload).not.toHaveBeenCalled()
    expect(offers()).toEqual([])
    setInProgress(false)
    expect(offers()).toEqual(OFFER)
    press('Update')
    expect(reload).toHaveBeenCalledOnce()
  })

  it('only needs a reload if another page has activated it', async () => {
    await install()
    activateElsewhere()
    expect(offers()).toEqual(OFFER)
    press('Update')
    expect(reload).toHaveBeenCalledOnce()
    expect(orders).not.toContain('new take-over')
  })

  it('is not the first one, which takes over a page that had no release', async () => {
    workers.controller = null
    await install()
    activateElsewhere()
    expect(offers()).toEqual([])
  })
})
