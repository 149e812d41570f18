import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FIRST_VIEW, type LeadView } from '#domain/lead/lead-book.ts'
import { leadOf } from '../testing/rows.testing.ts'
import { keepView } from './kept-view.ts'
import { ShownLists } from './shown-lists.ts'

const kept = new Map<string, string>()
const listeners = new Map<string, () => void>()
beforeEach(() => {
  kept.clear()
  const setItem = (key: string, value: string) => kept.set(key, value)
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem })
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener))
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the lists as a page does. */
function open(): ShownLists {
  const shown = new ShownLists()
  keepView(shown)
  return shown
}

/** Shows a view and leaves the page. */
function show(shown: ShownLists, view: LeadView, leaving = 'pagehide'): void {
  shown.showView(view)
  listeners.get(leaving)?.()
}

it.each(['pagehide', 'visibilitychange'])('shows the view that the tab had at %s', (leaving) => {
  const view = { sort: 'street', filter: 'new', search: 'mill' } as const
  show(open(), view, leaving)
  expect(open().leads.view).toEqual(view)
})

it('shows no first rows in another view: it may begin with others', () => {
  show(open(), { ...FIRST_VIEW, sort: 'street' })
  const shown = open()
  shown.showFirst([leadOf('a')])
  expect(shown.leadsState.loaded).toBe(false)
  const fresh = new ShownLists()
  fresh.showFirst([leadOf('a')])
  expect(fresh.leadsState.loaded).toBe(true)
})

it('shows the first rows at once if the agent went back to the first view', () => {
  const before = open()
  show(before, { ...FIRST_VIEW, search: 'mill' })
  show(before, { ...FIRST_VIEW })
  const shown = open()
  shown.showFirst([leadOf('a')])
  expect(shown.leadsState.loaded).toBe(true)
})

it.each(['{"sort":"age","filter":1}', 'not JSON', '[]'])('shows the first view after %s', (text) => {
  kept.set('lead-view', text)
  expect(open().leads.view).toEqual(FIRST_VIEW)
})
