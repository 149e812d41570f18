import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FIRST_VIEW, type LeadView } from '#domain/lead/lead-book.ts'
import { leadOf } from '../testing/rows.testing.ts'
import { nextPaint } from '../ui/next-paint.ts'
import { keepView } from './kept-view.ts'
import { ShownLists } from './shown-lists.ts'

vi.mock('../ui/next-paint.ts', () => ({ nextPaint: () => Promise.resolve() }))

const kept = new Map<string, string>()
let hidePage = () => {}
beforeEach(() => {
  kept.clear()
  const setItem = vi.fn((key: string, value: string) => kept.set(key, value))
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem })
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => {
    hidePage = listener
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the lists as a page does. */
function open(): ShownLists {
  const shown = new ShownLists()
  keepView(shown)
  return shown
}

/** Shows a view and waits for the next paint. */
async function show(shown: ShownLists, view: LeadView): Promise<void> {
  shown.showView(view)
  await nextPaint()
}

it('shows the view that the tab had before it was reloaded', async () => {
  const view = { sort: 'street', filter: 'new', search: 'mill' } as const
  await show(open(), view)
  expect(open().leads.view).toEqual(view)
})

it('keeps the view of a page that is reloaded before its next paint', () => {
  const view = { sort: 'street', filter: 'new', search: 'mill' } as const
  open().showView(view)
  hidePage()
  expect(open().leads.view).toEqual(view)
})

it('shows no first rows in another view: it may begin with others', async () => {
  await show(open(), { ...FIRST_VIEW, sort: 'street' })
  const shown = open()
  shown.showFirst([leadOf('a')])
  expect(shown.leadsState.loaded).toBe(false)
  const fresh = new ShownLists()
  fresh.showFirst([leadOf('a')])
  expect(fresh.leadsState.loaded).toBe(true)
})

it('shows the first rows at once if the agent went back to the first view', async () => {
  const before = open()
  await show(before, { ...FIRST_VIEW, search: 'mill' })
  await show(before, { ...FIRST_VIEW })
  const shown = open()
  shown.showFirst([leadOf('a')])
  expect(shown.leadsState.loaded).toBe(true)
})

it.each(['{"sort":"age","filter":1}', 'not JSON', '[]'])('shows the first view after %s', (text) => {
  kept.set('lead-view', text)
  expect(open().leads.view).toEqual(FIRST_VIEW)
})

it('writes only if the view changes', async () => {
  const shown = open()
  await show(shown, { ...FIRST_VIEW, search: 'mill' })
  shown.changed()
  await nextPaint()
  expect(sessionStorage.setItem).toHaveBeenCalledTimes(1)
})
