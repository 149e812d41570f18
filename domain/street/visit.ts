import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { Outcome } from './outcome.ts'

/** A visit at a door. It never changes; another visit that `undoes` it takes it back (docs/product 15.2). */
export type Visit = {
  /** A UUID made on the phone. */
  id: string
  lead_id: string
  outcome: Outcome
  /** By the phone's clock: UTC ISO 8601. */
  occurred_at: string
  /** By the server's clock; null while only the phone has it. */
  received_at: string | null
  note: string | null
  /** The day in London on which the household expects the agent; set for a call-back. */
  call_back_on: CalendarDate | null
  /** The time of that day in London, `17:30`; null for any time. */
  call_back_at: string | null
  /** The phone that made it, by the identity that it gave itself; null if it gave none. */
  phone: string | null
  /** The visit that this one takes back. Then its own outcome does not count. */
  undoes: string | null
}

/** The max length of a note, in characters. */
export const MAX_NOTE_LENGTH = 1_000

/** Returns the moment at which a visit counts. A phone's clock may be ahead, but no visit is later than its arrival. */
export const countsAt = ({ occurred_at, received_at }: Pick<Visit, 'occurred_at' | 'received_at'>): string =>
  received_at !== null && received_at < occurred_at ? received_at : occurred_at

/** Compares visits, earliest first. Ties go by id, so that every phone and the server agree. */
export function compareVisits(a: Visit, b: Visit): number {
  const [atA, atB] = [countsAt(a), countsAt(b)]
  if (atA !== atB) return atA < atB ? -1 : 1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

/** Returns the visits that count, earliest first: those that take another back, or were taken back, do not. */
export function effectiveVisits(visits: readonly Visit[]): Visit[] {
  const undone = new Set(visits.map(({ undoes }) => undoes))
  return visits.filter(({ id, undoes }) => undoes === null && !undone.has(id)).toSorted(compareVisits)
}
