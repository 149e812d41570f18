import { storableText } from '#domain/kernel/storable-text.ts'
import {
  MAX_SALES_LISTED,
  MAX_SEARCH,
  OUTCOME_FILTERS,
  SALE_FILTERS,
  SALE_SORTS,
  type SalesSearch,
  SEARCHED_ID,
} from '#protocol/office-sales.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { dayIn } from '../days-searched.tsx'
import { searchToAddress } from '../search-to-address.ts'

/** A search, and how many of its sales are shown. */
export type ShownSearch = SalesSearch & { limit: number }

/** How many sales are shown at first. `Show more` shows `MAX_SALES_LISTED`. */
export const FIRST_SHOWN = 50

/** Returns the search in the `#` part of an address. Missing and invalid fields get their default. */
export function searchIn(hash: string): ShownSearch {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const oneOf = <Term extends string>(terms: readonly [Term, ...Term[]], name: string) =>
    terms.find((term) => term === given.get(name)) ?? terms[0]
  const idIn = (name: string) => SEARCHED_ID.exec(given.get(name) ?? '')?.[0] ?? ''
  return {
    search: storableText(given.get('search') ?? '').slice(0, MAX_SEARCH),
    status: oneOf(SALE_FILTERS, 'status'),
    outcome: oneOf(OUTCOME_FILTERS, 'outcome'),
    owner: idIn('owner'),
    phone: idIn('phone'),
    from: dayIn(given.get('from')),
    to: dayIn(given.get('to')),
    sort: oneOf(SALE_SORTS, 'sort'),
    limit: given.get('limit') === String(MAX_SALES_LISTED) ? MAX_SALES_LISTED : FIRST_SHOWN,
  }
}

/** Returns what to ask the server for. Leaves out a date that is only half typed. */
export const askedBy = ({ limit: _, from, to, ...search }: ShownSearch): SalesSearch => ({
  ...search,
  from: dayIn(from),
  to: dayIn(to),
})

/** Returns the search as the `#` part of an address. */
export const addressOf = (search: ShownSearch): string => searchToAddress(search, searchIn(''))

/**
 * Returns the address of the page with the sales that an agent (`owner`) or phone has won, by its id. `won_sales`
 * counts the same sales.
 */
export const wonSalesAddress = (of: { owner: string } | { phone: string }): string =>
  SALES_PAGE + addressOf({ ...searchIn(''), status: 'closed-won', ...of })
