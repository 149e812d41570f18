import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { Lead } from '../lead/lead.ts'
import { naturalKey } from '../lead/lead-order.ts'
import type { Door } from './door.ts'

/** An open call-back at a lead. */
export type CallBack = { lead: Lead; day: CalendarDate; time: string | null; isOverdue: boolean }

/**
 * The call-backs that are due on a day in London: overdue ones first, by day, then those of the day by time, those without a
 * time last; ties by street (docs/product 15.7).
 */
export function callBacksDue(
  doors: ReadonlyMap<string, Door>,
  findLead: (id: string) => Lead | undefined,
  today: CalendarDate,
): CallBack[] {
  const due: CallBack[] = []
  for (const { lead_id, state, next_on, next_at } of doors.values()) {
    if (state !== 'call-back' || next_on === null || next_on > today) continue
    const lead = findLead(lead_id)
    if (lead && lead.status !== 'closed-won')
      due.push({ lead, day: next_on, time: next_at, isOverdue: next_on < today })
  }
  return due.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** After every time of a day. */
const NO_TIME = '99:99'
const orderOf = ({ day, time, lead }: CallBack) =>
  `${day}\n${time ?? NO_TIME}\n${naturalKey(lead.street_address)}\n${lead.id}`
