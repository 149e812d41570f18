import {
  MAX_SALES_LISTED,
  SALE_SORTS,
  SALE_STATUSES,
  type SalesSearch,
  SEARCHED_DAY,
} from '#protocol/office-sales.ts'

/** A search and how many sales of it are shown. */
export type ShownSearch = SalesSearch & { limit: number }

/** Shown at first. `Show more` shows `MAX_SALES_LISTED`. */
export const FIRST_SHOWN = 50

/** Returns the search that an address names. What it does not name, or names wrongly, is as at first. */
export function searchIn(query: string): ShownSearch {
  const given = new URLSearchParams(query)
  const oneOf = <Term extends string>(terms: readonly [Term, ...Term[]], name: string) =>
    terms.find((term) => term === given.get(name)) ?? terms[0]
  return {
    search: given.get('search') ?? '',
    status: oneOf(SALE_STATUSES, 'status'),
    from: dayIn(given.get('from')),
    to: dayIn(given.get('to')),
    sort: oneOf(SALE_SORTS, 'sort'),
    limit: given.get('limit') === String(MAX_SALES_LISTED) ? MAX_SALES_LISTED : FIRST_SHOWN,
  }
}

/** Returns what to ask the server for. A day that is not one yet, as it is being typed, counts as none. */
export const askedBy = ({ limit: _, from, to, ...search }: ShownSearch): SalesSearch => ({
  ...search,
  from: dayIn(from),
  to: dayIn(to),
})

const dayIn = (typed: string | null): string => (typed !== null && SEARCHED_DAY.test(typed) ? typed : '')

/** Returns the query of an address that names the search: what is as at first is left out. */
export function queryOfSearch(search: ShownSearch): string {
  const first = searchIn('')
  const named = Object.entries(search).filter(([name, value]) => value !== first[name as keyof ShownSearch])
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}
