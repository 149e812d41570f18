import type { CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import type { Outcome } from '#domain/street/outcome.ts'

/**
 * The results of the work at the doors, for the back office, under `BACK_OFFICE_PATH`, with the public key.
 *
 * - `GET /visits-per-day` returns {@link DayOfVisits}[], the latest day first
 * - `GET /street-progress?area=` returns {@link StreetProgress} for the leads in an area; `''` means those without one
 */
export const VISITS_PER_DAY_PATH = '/visits-per-day'
export const STREET_PROGRESS_PATH = '/street-progress'

/** The page of the back office that shows them. */
export const STREET_PAGE = '/admin/street'

/** How many days are counted, today included. */
export const DAYS_OF_VISITS = 30

/** How many visits there were on a day in London, by outcome. Visits that were taken back do not count. */
export type DayOfVisits = { day: CalendarDate; counts: Partial<Record<Outcome, number>> }

export type StreetProgress = {
  /** From A to Z. */
  streets: StreetCounted[]
  /** Whether all leads of the area are counted. False if it has more than a phone can hold. */
  is_whole: boolean
}

export type StreetCounted = {
  /** As `streetKey` makes it. */
  key: string
  /** Null if the houses have no street; they then share their sector. */
  name: string | null
  /** The sector of its postcodes, such as `LL79 1`. */
  sector: string
  /** How many leads the street has, and how many of them were visited or sold, were sold, and are on the register. */
  doors: number
  visited: number
  sold: number
  do_not_knock: number
}
