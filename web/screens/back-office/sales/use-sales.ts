import { useCallback, useEffect, useState } from 'react'
import { success } from '#domain/kernel/result.ts'
import { MAX_SALES_LISTED, type SalesPage } from '#protocol/office-sales.ts'
import { readSales } from '../../../http/office-sales.ts'
import { type Polled, usePolled } from '../../../http/use-polled.ts'
import { addressOf, askedBy, type ShownSearch, searchIn } from './search-in-address.ts'

const POLL_MS = 10_000
/** Long, because a search for words reads every sale. */
const POLL_WORDS_MS = 60_000
const DEBOUNCE_MS = 250

/** What was found, and the search that found it. */
type Found = SalesPage & { asked: ShownSearch }

export type SalesShown = Polled<Found> & {
  search: ShownSearch
  /** Whether `value` is the result of this search, rather than of an earlier one. */
  isCurrent: boolean
  onSearch: (search: ShownSearch) => void
  /** Shows more sales; undefined if there are no more, or if only a narrower search can show them. */
  showMore: (() => void) | undefined
}

/**
 * Polls the sales that match a search. The search is kept in the page's address, so that Back and a reload restore it.
 */
export function useSales(): SalesShown {
  const [search, setSearch] = useState(() => searchIn(location.hash))
  const settled = useSettled(search)
  useAddress(settled, setSearch)
  const read = useCallback(async () => {
    const answer = await readSales(askedBy(settled), settled.limit)
    return answer.ok ? success<Found>({ ...answer.value, asked: settled }) : answer
  }, [settled])
  const polled = usePolled(read, settled.search === '' ? POLL_MS : POLL_WORDS_MS)

  const hasMore = polled.value?.next != null && search.limit < MAX_SALES_LISTED
  const showMore = hasMore ? () => setSearch({ ...search, limit: MAX_SALES_LISTED }) : undefined
  return { ...polled, search, isCurrent: polled.value?.asked === search, onSearch: setSearch, showMore }
}

/** Returns the search once it has not changed for `DEBOUNCE_MS`. */
function useSettled(search: ShownSearch): ShownSearch {
  const [settled, setSettled] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [search])
  return settled
}

/** Writes the search into the address, and reads a search that is entered there. */
function useAddress(settled: ShownSearch, onEntered: (search: ShownSearch) => void): void {
  useEffect(() => history.replaceState(history.state, '', location.pathname + addressOf(settled)), [settled])
  useEffect(() => {
    const take = () => onEntered(searchIn(location.hash))
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [onEntered])
}
