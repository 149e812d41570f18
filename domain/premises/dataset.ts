import type { CalendarDate } from '../cooling-off/calendar-date.ts'

/** The kinds of data set on premises. Each import makes one version of a data set (docs/product 19.1). */
export const DATASET_KINDS = ['bduk-premises', 'supplier-eligible', 'uprn-points'] as const
export type DatasetKind = (typeof DATASET_KINDS)[number]

export type DatasetState = 'loading' | 'active' | 'kept' | 'dropped'

/** A calendar month, such as `2026-05`. Sorts as text. */
export type Month = string

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const isMonth = (text: string) => MONTH.test(text)

/** Publishers state the month of the data only in the file name. */
const MONTHS_IN_NAMES: Record<DatasetKind, RegExp | undefined> = {
  'bduk-premises': /^(\d{4})(\d\d)_BDUK_uprn_release_/i,
  'supplier-eligible': undefined,
  'uprn-points': /^osopenuprn_(\d{4})(\d\d)/i,
}

/**
 * Returns the month in a publisher's file name; undefined if the file was renamed, or if its kind has no month in the
 * name.
 */
export function monthInName(kind: DatasetKind, fileName: string): Month | undefined {
  const [, year, month] = MONTHS_IN_NAMES[kind]?.exec(fileName) ?? []
  const found = `${year}-${month}`
  return isMonth(found) ? found : undefined
}

/** Returns the month that a person gave as `YYYY-MM`; undefined if it is not a month, or later than the day `today`. */
export const readMonth = (text: string, today: CalendarDate): Month | undefined =>
  isMonth(text) && text <= today.slice(0, 7) ? text : undefined

/**
 * Where the data comes from, and what its licence requires (docs/product 19.1). Texts are empty if there is nothing to
 * say.
 */
export type DatasetOrigin = { source: string; source_url: string; licence: string; attribution: string }

const OGL = 'Open Government Licence v3.0'

/**
 * Returns the origin of a version. It is stored with the version, because licence requirements may change with a later
 * one.
 */
export function originOf(kind: DatasetKind, month: Month): DatasetOrigin {
  switch (kind) {
    case 'bduk-premises':
      return {
        source: 'BDUK, premises in BDUK plans (England and Wales)',
        source_url:
          'https://www.gov.uk/government/collections/open-market-review-omr-determinations-and-bduk-plans',
        licence: OGL,
        attribution: `Contains public sector information of Building Digital UK, licensed under the ${OGL}`,
      }
    case 'supplier-eligible':
      return {
        source: 'The supplier’s indicative list of eligible premises, from BDUK',
        source_url: '',
        licence: 'Private: by the supplier’s agreement with BDUK',
        attribution: '',
      }
    case 'uprn-points':
      return {
        source: 'Ordnance Survey, OS Open UPRN',
        source_url: 'https://osdatahub.os.uk/downloads/open/OpenUPRN',
        licence: OGL,
        attribution: `Contains OS data © Crown copyright and database right ${month.slice(0, 4)}`,
      }
  }
}
