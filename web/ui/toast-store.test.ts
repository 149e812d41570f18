import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toastStore } from './toast-store.ts'

const RETRY = { name: 'Retry', run() {} }

const shown = () => toastStore.get().map(({ text }) => text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id)
  vi.useRealTimers()
})

test('a sentence that is said again stands once, is announced again, and its time starts again', () => {
  const first = toast('Lead sync failed: no connection to the server', 'bad')
  vi.advanceTimersByTime(8_000)
  const again = toast('Lead sync failed: no connection to the server', 'bad')
  // Another id is another element, which a screen reader reads.
  expect(again).not.toBe(first)
  expect(shown()).toEqual(['Lead sync failed: no connection to the server'])
  vi.advanceTimersByTime(8_000)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([])
})

test('a sentence in another tone is another message', () => {
  toast('Lead sync cancelled')
  toast('Lead sync cancelled', 'bad')
  expect(toastStore.get().map(({ tone }) => tone)).toEqual(['good', 'bad'])
})

test('what failed again for another reason tells of the last reason only, as the same button answers both', () => {
  toast('Lead sync failed: Invalid token', 'bad', RETRY)
  toast('Lead sync failed: Closed for lunch', 'bad', RETRY)
  expect(shown()).toEqual(['Lead sync failed: Closed for lunch'])
})

test('failures that nothing answers together are told of each', () => {
  toast('Needs attention: The status of a sale never moves back.', 'bad')
  toast('Needs attention: What was signed cannot be changed.', 'bad')
  expect(shown()).toHaveLength(2)
})

test('there are three toasts at once and no more, the latest', () => {
  for (const text of ['One', 'Two', 'Three', 'Four']) toast(text)
  expect(shown()).toEqual(['Two', 'Three', 'Four'])
})

test('a question stays while sentences come and go, until the agent has answered', () => {
  toast('Doorstep has an update', 'good', { name: 'Update', run() {}, decline: { name: 'Later', run() {} } })
  for (const text of ['One', 'Two', 'Three', 'Four']) toast(text)
  expect(shown()).toEqual(['Doorstep has an update', 'Three', 'Four'])
})
