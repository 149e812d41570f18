import { addDays, addYear, type CalendarDate, dateInWords, londonDateOf } from './calendar-date.ts'

/** For how many days after the contract a customer can cancel without a reason (SI 2013/3134, regulation 30). */
const COOLING_OFF_DAYS = 14

/** When the contract was made, and when the customer received the information about the right to cancel. */
export type ContractClock = {
  /** The moment of signing, ISO 8601. */
  signedAt: string
  /** When the information was given on paper or as an attachment, ISO 8601; null if that is not known. */
  informedAt: string | null
}

/**
 * Returns the last day on which the customer can cancel: 14 days after the contract or, if the information came later,
 * 14 days after that. If it did not come within a year, the period is a year longer (SI 2013/3134, regulations 30 and
 * 31; docs/product 13.1). Counts calendar days in London; weekends do not extend the period.
 */
export function lastDayToCancel({ signedAt, informedAt }: ContractClock): CalendarDate {
  const contractDay = londonDateOf(signedAt)
  const informedDay = informedAt === null ? null : londonDateOf(informedAt)
  if (informedDay !== null && informedDay <= contractDay) return addDays(contractDay, COOLING_OFF_DAYS)
  if (informedDay !== null && informedDay < addYear(addDays(contractDay, 1)))
    return addDays(informedDay, COOLING_OFF_DAYS)
  return addYear(addDays(contractDay, COOLING_OFF_DAYS))
}

/** Returns whether a notice sent at a moment (ISO 8601) is in time. */
export const isInTime = (clock: ContractClock, sentAt: string): boolean =>
  londonDateOf(sentAt) <= lastDayToCancel(clock)

/**
 * Returns the clock in sentences for the customer, at a moment (ISO 8601). If it is not known that the information was
 * given, the first sentence names the last day that counts if it was given with the signature, unless that day is over.
 * The second says how late that day may become (docs/product 13.1).
 */
export function clockInWords(clock: ContractClock, at: string): string[] {
  const lastDay = lastDayToCancel(clock)
  if (!isInTime(clock, at)) return [`You could cancel until the end of ${dateInWords(lastDay)}`]
  if (clock.informedAt !== null) return [untilTheEndOf(lastDay)]
  const atOnce = { ...clock, informedAt: clock.signedAt }
  const [, ...latest] = dateInWords(lastDay).split(' ')
  return [
    isInTime(atOnce, at) ? untilTheEndOf(lastDayToCancel(atOnce)) : 'You can still cancel',
    `Until we can show that you received this information, the period does not end before ${latest.join(' ')}.`,
  ]
}

const untilTheEndOf = (day: CalendarDate) => `You can cancel until the end of ${dateInWords(day)}`
