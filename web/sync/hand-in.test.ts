import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PHONE_NEWS } from '../storage/phone-news.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { newOutbox } from '../testing/outbox.testing.ts'
import { leaveIfHandedIn } from './hand-in.ts'
import { phoneState } from './phone-state.ts'

let replace: (address: string) => void
let news: unknown[]
beforeEach(() => {
  enterBrowser()
  replace = vi.fn()
  vi.stubGlobal('location', { replace })
  news = []
  new BroadcastChannel(PHONE_NEWS).addEventListener('message', ({ data }) => news.push(data))
})
afterEach(() => {
  phoneState.set(null)
  leaveBrowser()
})

it('stays if the office does not wipe the phone', async () => {
  phoneState.set('suspended')
  await leaveIfHandedIn(newOutbox().phone)
  expect(replace).not.toHaveBeenCalled()
})

it('stays until everything that can be sent is handed in, then leaves in every tab and stores nothing more', async () => {
  phoneState.set('wiping')
  const { phone, save, acknowledge, park } = newOutbox()
  await save(2)
  await acknowledge(1, 2)
  await leaveIfHandedIn(phone)
  expect(replace).not.toHaveBeenCalled()
  await park(3)
  await leaveIfHandedIn(phone)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/enrol')
  expect(news).toEqual(['wiping'])
  const stored = vi.fn()
  void phone.use(async () => stored())
  await new Promise((resolve) => setImmediate(resolve))
  expect(stored).not.toHaveBeenCalled()
})
