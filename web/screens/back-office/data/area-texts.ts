import { AREA_COLUMNS, type AreaEntry, type AreaTexts } from '#domain/premises/area-entry.ts'

/** Returns a stored area as texts, in the form that the fields and the server take. */
export const textsOfArea = (area: AreaEntry): AreaTexts =>
  Object.fromEntries(AREA_COLUMNS.map((column) => [column, String(area[column] ?? '')])) as AreaTexts

/** Returns the texts of an empty form that is opened on the day `today`. */
export const newAreaTexts = (today: string): AreaTexts => ({
  ...(Object.fromEntries(AREA_COLUMNS.map((column) => [column, ''])) as AreaTexts),
  state: 'open',
  checked_on: today,
})

/** What to do about a field that the rules refuse. */
export const AREA_FAULTS: Record<keyof AreaTexts, string> = {
  area: 'A district’s ONS code, such as E06000066, or a lot, such as lot 6',
  name: 'Enter a name of up to 300 characters',
  state: 'Choose a state',
  open_from: 'The first day must not be after the last',
  open_to: 'Enter a day',
  max_voucher: 'Whole pounds up to 100000, such as 4500',
  source_url: 'A web address that starts with https://',
  checked_on: 'A day up to today',
  note: 'At most 300 characters',
}
