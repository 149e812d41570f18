import { useCallback, useEffect, useState } from 'react'
import { MAX_SALES_LISTED, type SalesPage } from '#protocol/office-sales.ts'
import { readSales } from '../../../http/office-sales.ts'
import { type Polled, usePolled } from '../../../http/use-polled.ts'
import { askedBy, queryOfSearch, type ShownSearch, searchIn } from './search-in-address.ts'

const POLL_MS = 10_000
/** So that a word is searched for once, and not each of its letters. */
const TYPED_MS = 250

export type SalesShown = Polled<SalesPage> & {
  search: ShownSearch
  onSearch: (search: ShownSearch) => void
  /** Shows more sales; undefined if there are no more, or if only a search finds them. */
  showMore: (() => void) | undefined
}

/** What a search finds, read again and again. The search is kept in the page's address, so that Back and a reload find it. */
export function useSales(): SalesShown {
  const [search, setSearch] = useState(() => searchIn(location.search))
  const settled = useSettled(search)
  const read = useCallback(() => readSales(askedBy(settled), settled.limit), [settled])
  const polled = usePolled(read, POLL_MS)

  function onSearch(next: ShownSearch): void {
    setSearch(next)
    history.replaceState(history.state, '', `${location.pathname}${queryOfSearch(next)}`)
  }

  const hasMore = polled.value?.next != null && search.limit < MAX_SALES_LISTED
  const showMore = hasMore ? () => onSearch({ ...search, limit: MAX_SALES_LISTED }) : undefined
  return { ...polled, search, onSearch, showMore }
}

/** The search once it has not changed for a moment. */
function useSettled(search: ShownSearch): ShownSearch {
  const [settled, setSettled] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), TYPED_MS)
    return () => clearTimeout(timer)
  }, [search])
  return settled
}
