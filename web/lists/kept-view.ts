import { parseJson } from '#domain/kernel/parse-json.ts'
import { FIRST_VIEW, type LeadView } from '#domain/lead/lead-book.ts'
import { LEAD_FILTERS, LEAD_SORTS } from '#domain/lead/lead-order.ts'
import type { ShownLists } from './shown-lists.ts'

const KEY = 'lead-view'

/** Shows the search, sort and filter that this tab had before it was reloaded, and keeps them from now on. */
export function keepView({ leads }: ShownLists): void {
  const before = parseJson(sessionStorage.getItem(KEY) ?? '') as Partial<LeadView> | undefined
  if (before) leads.show(known(before))
  const keep = () => sessionStorage.setItem(KEY, JSON.stringify(leads.view))
  // Not on every key press, which saving would delay. A phone may end a hidden tab without a `pagehide`.
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, keep)
}

/** Returns a kept view without anything that only another version of the app knows. */
const known = ({ sort, filter, search }: Partial<LeadView>): LeadView => ({
  sort: LEAD_SORTS.find((one) => one === sort) ?? FIRST_VIEW.sort,
  filter: LEAD_FILTERS.find((one) => one === filter) ?? FIRST_VIEW.filter,
  search: search ?? '',
})
