import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissGoodToasts,
  dismissToast,
  holdToasts,
  openToastRegion,
  toast,
  toastRegions,
  toastStore,
} from './toast-store.ts'

const RETRY = { name: 'Retry', run() {} }

const shown = () => toastStore.get().map(({ text }) => text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id)
  vi.useRealTimers()
})

test('shows a repeated sentence once, as a new element with its full time', () => {
  const first = toast('Lead sync failed: no connection to the server', 'bad')
  vi.advanceTimersByTime(8_000)
  const again = toast('Lead sync failed: no connection to the server', 'bad')
  // A new id makes a new element, which a screen reader announces.
  expect(again).not.toBe(first)
  expect(shown()).toEqual(['Lead sync failed: no connection to the server'])
  vi.advanceTimersByTime(8_000)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([])
})

test('shows a failure instead of good news, but beside good news with a button', () => {
  toast('Details pre-filled')
  toast('A new version is ready', 'good', RETRY)
  toast('Missing information: Please fill in all required fields', 'bad')
  expect(shown()).toEqual([
    'A new version is ready',
    'Missing information: Please fill in all required fields',
  ])
})

test('shows a failure beside news of what will be possible later', () => {
  toast('Lead sync failed: You’re offline', 'wait')
  toast('Missing information: Please fill in all required fields', 'bad')
  expect(shown()).toHaveLength(2)
})

test('replaces a failure with the same title and button, even if the reason differs', () => {
  toast('Lead sync failed: Invalid token', 'bad', RETRY)
  toast('Lead sync failed: Closed for lunch', 'bad', RETRY)
  expect(shown()).toEqual(['Lead sync failed: Closed for lunch'])
})

test('keeps failures with the same title but no button side by side', () => {
  toast('Needs attention: The status of a sale never moves back.', 'bad')
  toast('Needs attention: What was signed cannot be changed.', 'bad')
  expect(shown()).toHaveLength(2)
})

test('shows at most the latest three toasts', () => {
  for (const text of ['One', 'Two', 'Three', 'Four']) toast(text)
  expect(shown()).toEqual(['Two', 'Three', 'Four'])
})

test('keeps a question on the screen while other toasts come and go', () => {
  toast('Doorstep has an update', 'good', { name: 'Update', run() {}, decline: { name: 'Later', run() {} } })
  for (const text of ['One', 'Two', 'Three', 'Four']) toast(text)
  expect(shown()).toEqual(['Doorstep has an update', 'Three', 'Four'])
})

test('shows toasts in the region that was opened last, and in the previous one once it closes', () => {
  const page = Symbol('page')
  const dialog = Symbol('dialog')
  const closePage = openToastRegion(page)
  const closeDialog = openToastRegion(dialog)
  expect(toastRegions.get().at(-1)).toBe(dialog)
  closeDialog()
  expect(toastRegions.get().at(-1)).toBe(page)
  closePage()
  expect(toastRegions.get()).toEqual([])
})

test('dismisses good news with the step, but neither bad news nor a question', () => {
  toast('Missing information: Please fill in all required fields', 'bad')
  toast('Details pre-filled')
  toast('A new version is ready', 'good', RETRY)
  dismissGoodToasts()
  expect(shown()).toEqual([
    'Missing information: Please fill in all required fields',
    'A new version is ready',
  ])
})

test('offers to undo the latest act only, and only within its step', () => {
  const undo = { name: 'Undo', undoMs: 20_000, run() {} }
  toast('No answer: Noted at 3 High Street', 'good', undo)
  toast('Empty: Noted at 5 High Street', 'good', undo)
  vi.advanceTimersByTime(19_000)
  expect(shown()).toEqual(['Empty: Noted at 5 High Street'])
  dismissGoodToasts()
  expect(shown()).toEqual([])
})

test('keeps toasts back while the customer holds the phone, then shows them for their full time', () => {
  toast('Signature required', 'bad')
  const showAgain = holdToasts()
  toast('Synced 40 leads from GoHighLevel')
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([])
  showAgain()
  expect(shown()).toEqual(['Signature required', 'Synced 40 leads from GoHighLevel'])
  vi.advanceTimersByTime(9_000)
  expect(shown()).toEqual([])
})

test('does not show a toast again if it was answered while the customer held the phone', () => {
  const refusal = toast('Signature required', 'bad')
  const showAgain = holdToasts()
  dismissToast(refusal)
  showAgain()
  expect(shown()).toEqual([])
})
