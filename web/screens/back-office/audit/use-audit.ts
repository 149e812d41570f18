import { useCallback, useEffect, useState } from 'react'
import { success } from '#domain/kernel/result.ts'
import { type AuditPage, MAX_ACTS_LISTED } from '#protocol/audit.ts'
import { readAudit } from '../../../http/audit.ts'
import { type Polled, usePolled } from '../../../http/use-polled.ts'
import { addressOf, askedBy, auditIn, type ShownAudit } from './audit-in-address.ts'

const POLL_MS = 10_000

/** What was found, and the search that found it. */
type Found = AuditPage & { asked: ShownAudit }

export type AuditShown = Polled<Found> & {
  search: ShownAudit
  /** Whether `value` is the result of this search, rather than of an earlier one. */
  isCurrent: boolean
  onSearch: (search: ShownAudit) => void
  /** Shows more acts; undefined if there are no more, or if only a narrower search can show them. */
  showMore: (() => void) | undefined
}

/** Polls the acts that match a search. The search is kept in the page's address. */
export function useAudit(): AuditShown {
  const [search, setSearch] = useState(() => auditIn(location.hash))
  useEffect(() => history.replaceState(history.state, '', location.pathname + addressOf(search)), [search])
  useEffect(() => {
    const take = () => setSearch(auditIn(location.hash))
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  const read = useCallback(async () => {
    const answer = await readAudit(askedBy(search), search.limit)
    return answer.ok ? success<Found>({ ...answer.value, asked: search }) : answer
  }, [search])
  const polled = usePolled(read, POLL_MS)
  const hasMore = polled.value?.next != null && search.limit < MAX_ACTS_LISTED
  const showMore = hasMore ? () => setSearch({ ...search, limit: MAX_ACTS_LISTED }) : undefined
  return { ...polled, search, isCurrent: polled.value?.asked === search, onSearch: setSearch, showMore }
}
