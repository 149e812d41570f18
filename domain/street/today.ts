import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { Lead } from '../lead/lead.ts'
import { naturalKey } from '../lead/lead-order.ts'
import type { Door } from './door.ts'

/** An open call-back at a lead. */
export type CallBack = { lead: Lead; day: CalendarDate; time: string | null; isOverdue: boolean }

/**
 * Returns the call-backs that are due today in London: overdue ones first, by day, then those of today by time, with
 * those without a time last; ties go by street (docs/product 15.7). Calls `findToday` only if a call-back is open,
 * because a phone takes long to load its time zones.
 */
export function callBacksDue(
  doors: ReadonlyMap<string, Door>,
  findLead: (id: string) => Lead | undefined,
  findToday: () => CalendarDate,
): CallBack[] {
  const callBacks = [...doors.values()].filter(({ state }) => state === 'call-back')
  if (callBacks.length === 0) return []
  const today = findToday()
  const due = callBacks.flatMap(({ lead_id, next_on: day, next_at: time }) => {
    const lead = findLead(lead_id)
    const isDue = lead && lead.status !== 'closed-won' && day !== null && day <= today
    return isDue ? [{ lead, day, time, isOverdue: day < today }] : []
  })
  return due.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** Sorts after every time of a day. */
const NO_TIME = '99:99'
const orderOf = ({ day, time, lead }: CallBack) =>
  `${day}\n${time ?? NO_TIME}\n${naturalKey(lead.street_address)}\n${lead.id}`
