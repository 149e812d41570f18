import { isList, isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import {
  type DayOfVisits,
  STREET_PROGRESS_PATH,
  type StreetProgress,
  VISITS_PER_DAY_PATH,
} from '#protocol/office-street.ts'
import { ask } from './ask.ts'

export const readVisitsPerDay = () => ask(BACK_OFFICE_PATH + VISITS_PER_DAY_PATH, isList<DayOfVisits>)

export const streetProgressPath = (area: string) =>
  `${BACK_OFFICE_PATH}${STREET_PROGRESS_PATH}?${new URLSearchParams({ area })}`

export const isStreetProgress = isObject<StreetProgress>
