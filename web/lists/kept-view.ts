import { parseJson } from '#domain/kernel/parse-json.ts'
import { FIRST_VIEW, type LeadView } from '#domain/lead/lead-book.ts'
import { LEAD_FILTERS, LEAD_SORTS } from '#domain/lead/lead-order.ts'
import { nextPaint } from '../ui/next-paint.ts'
import type { ShownLists } from './shown-lists.ts'

const KEY = 'lead-view'

/** Shows the search, sort and filter that this tab had before it was reloaded, and keeps them from now on. */
export function keepView(shown: ShownLists): void {
  const { leads, version } = shown
  const before = parseJson(sessionStorage.getItem(KEY) ?? '') as Partial<LeadView> | undefined
  if (before) leads.show(known(before))
  let kept = leads.view
  const write = () => sessionStorage.setItem(KEY, JSON.stringify(kept))
  // A reload may come before the next paint.
  addEventListener('pagehide', write)
  version.subscribe(() => {
    if (leads.view === kept) return
    kept = leads.view
    // Writing takes a twentieth of what a keystroke takes, so it waits until the letter is on the screen.
    void nextPaint().then(write)
  })
}

/** Returns a kept view without anything that only another version of the app knows. */
const known = ({ sort, filter, search }: Partial<LeadView>): LeadView => ({
  sort: LEAD_SORTS.find((one) => one === sort) ?? FIRST_VIEW.sort,
  filter: LEAD_FILTERS.find((one) => one === filter) ?? FIRST_VIEW.filter,
  search: search ?? '',
})
