import { MAX_SALES_LISTED, SALE_SORTS, SALE_STATUSES, type SalesSearch } from '#protocol/office-sales.ts'

/** A search and how many sales of it are shown. */
export type ShownSearch = SalesSearch & { limit: number }

/** Shown at first. `Show more` shows `MAX_SALES_LISTED`. */
export const FIRST_SHOWN = 50

const DAY = /^\d{4}-\d\d-\d\d$/

/** Returns the search that an address names. What it does not name, or names wrongly, is as at first. */
export function searchIn(query: string): ShownSearch {
  const given = new URLSearchParams(query)
  const oneOf = <Term extends string>(terms: readonly [Term, ...Term[]], name: string) =>
    terms.find((term) => term === given.get(name)) ?? terms[0]
  const day = (name: string) => (DAY.test(given.get(name) ?? '') ? (given.get(name) ?? '') : '')
  return {
    search: given.get('search') ?? '',
    status: oneOf(SALE_STATUSES, 'status'),
    from: day('from'),
    to: day('to'),
    sort: oneOf(SALE_SORTS, 'sort'),
    limit: given.get('limit') === String(MAX_SALES_LISTED) ? MAX_SALES_LISTED : FIRST_SHOWN,
  }
}

/** Returns the query of an address that names the search: what is as at first is left out. */
export function queryOfSearch(search: ShownSearch): string {
  const first = searchIn('')
  const named = Object.entries(search).filter(([name, value]) => value !== first[name as keyof ShownSearch])
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}
