import { type AuditSearch, MAX_ACTS_LISTED, VERBS } from '#protocol/audit.ts'
import { dayIn } from '../days-searched.tsx'
import { searchToAddress } from '../search-to-address.ts'

/** A search, and how many of its acts are shown. */
export type ShownAudit = AuditSearch & { limit: number }

/** How many acts are shown at first. `Show more` shows `MAX_ACTS_LISTED`. */
export const FIRST_SHOWN = 50

/** Returns the search in the `#` part of an address. Missing and invalid fields do not filter. */
export function auditIn(hash: string): ShownAudit {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    verb: VERBS.find((verb) => verb === given.get('verb')) ?? '',
    session_id: (given.get('session_id') ?? '').slice(0, 200),
    from: dayIn(given.get('from')),
    to: dayIn(given.get('to')),
    limit: given.get('limit') === String(MAX_ACTS_LISTED) ? MAX_ACTS_LISTED : FIRST_SHOWN,
  }
}

/** Returns what to ask the server for. Leaves out a date that is only half typed. */
export const askedBy = ({ limit: _, from, to, ...search }: ShownAudit): AuditSearch => ({
  ...search,
  from: dayIn(from),
  to: dayIn(to),
})

/** Returns the search as the `#` part of an address. */
export const addressOf = (search: ShownAudit): string => searchToAddress(search, auditIn(''))
