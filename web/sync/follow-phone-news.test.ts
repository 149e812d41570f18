import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { turnedAway } from '../http/turned-away.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { PHONE_NEWS, type PhoneNews } from '../storage/phone-news.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { followPhoneNews } from './follow-phone-news.ts'

beforeEach(() => {
  enterBrowser()
  vi.stubGlobal('location', { replace: vi.fn() })
})
afterEach(() => {
  turnedAway.set(undefined)
  leaveBrowser()
})

function follow() {
  const lists = { area: 'Ludlow', chooseArea: vi.fn(async () => {}), retry: vi.fn(async () => {}) }
  const sending = { wake: vi.fn(), wakeAndVerify: vi.fn() }
  followPhoneNews({ phone: new PhoneDatabase(), lists, sending })
  return { lists, sending }
}
const hear = async (news: PhoneNews) => {
  new BroadcastChannel(PHONE_NEWS).postMessage(news)
  await Promise.resolve()
}

it('reads the lists once the server no longer turns the phone away, but not repeatedly', () => {
  const { lists } = follow()
  for (const code of ['phone-suspended', undefined, 'phone-suspended', undefined]) turnedAway.set(code)
  expect(lists.retry).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(5_000)
  turnedAway.set('phone-suspended')
  expect(lists.retry).toHaveBeenCalledOnce()
  turnedAway.set(undefined)
  expect(lists.retry).toHaveBeenCalledTimes(2)
})

it('reads the lists from the beginning and sends everything that waits after an enrolment in another tab', async () => {
  const { lists, sending } = follow()
  await hear('enrolled')
  expect(lists.chooseArea).toHaveBeenCalledExactlyOnceWith('Ludlow', true)
  expect(sending.wakeAndVerify).toHaveBeenCalledOnce()
  expect(location.replace).not.toHaveBeenCalled()
})

it('leaves if another tab is about to wipe the phone', async () => {
  const { lists } = follow()
  await hear('wiping')
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/enrol')
  expect(lists.chooseArea).not.toHaveBeenCalled()
})
