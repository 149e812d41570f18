import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import { failed, type Result, success } from '../kernel/result.ts'
import { isDay, type RowRefused, shown } from './cells.ts'

/** The columns of a file of voucher areas, in order. `note` may be missing. */
export const AREA_COLUMNS = [
  'area',
  'name',
  'state',
  'open_from',
  'open_to',
  'max_voucher',
  'source_url',
  'checked_on',
  'note',
] as const

/**
 * Whether vouchers are open in an area, by the office's last check (docs/product 19.5). `area` is a local authority
 * district by its ONS code (`E06000066`) or a lot (`lot 6`). Days are inclusive.
 */
export type AreaEntry = {
  area: string
  name: string
  state: 'open' | 'closed' | 'unknown'
  open_from: CalendarDate | null
  open_to: CalendarDate | null
  /** Whole pounds. */
  max_voucher: number | null
  /** Empty if it was not noted. */
  source_url: string
  checked_on: CalendarDate
  /** The office's note. */
  note: string
}

/** An area as a person or a file gives it, as texts. An empty text means that the value is not known. */
export type AreaTexts = Readonly<Record<(typeof AREA_COLUMNS)[number], string>>

const AREA = /^([EW]\d{8}|lot \d{1,3})$/
const STATES: readonly string[] = ['open', 'closed', 'unknown'] satisfies AreaEntry['state'][]
const MAX_TEXT_LENGTH = 300
const MAX_VOUCHER = 100_000

/** What is wrong with an area, for a person to read, and in which column. */
export type AreaRefused = RowRefused & { column: keyof AreaTexts }

/** Reads one area as it was entered on the day `today`. Fails with the first problem. */
export function readArea(texts: AreaTexts, today: CalendarDate): Result<AreaEntry, AreaRefused> {
  const given = Object.fromEntries(AREA_COLUMNS.map((column) => [column, texts[column].trim()])) as AreaTexts
  const problem = problemOf(given, today)
  if (problem) return failed({ column: problem[0], reason: problem.join(' ') })
  return success({
    area: given.area,
    name: given.name,
    state: given.state as AreaEntry['state'],
    open_from: given.open_from || null,
    open_to: given.open_to || null,
    max_voucher: given.max_voucher === '' ? null : Number(given.max_voucher),
    source_url: given.source_url,
    checked_on: given.checked_on,
    note: given.note,
  })
}

function problemOf(given: AreaTexts, today: CalendarDate): [keyof AreaTexts, string] | undefined {
  const { area, name, state, open_from, open_to, max_voucher, source_url, checked_on, note } = given
  if (!AREA.test(area)) return ['area', `is neither a district (E06000066) nor a lot (lot 6): ${shown(area)}`]
  if (name === '' || name.length > MAX_TEXT_LENGTH)
    return ['name', `must have 1 to ${MAX_TEXT_LENGTH} characters`]
  if (!STATES.includes(state)) return ['state', `is not open, closed or unknown: ${shown(state)}`]
  for (const [column, day] of [
    ['open_from', open_from],
    ['open_to', open_to],
  ] as const)
    if (day !== '' && !isDay(day)) return [column, `is not a date such as 2026-11-25: ${shown(day)}`]
  if (open_from !== '' && open_to !== '' && open_from > open_to) return ['open_from', 'is after open_to']
  if (!/^\d{0,6}$/.test(max_voucher) || Number(max_voucher) > MAX_VOUCHER)
    return ['max_voucher', `is not whole pounds up to ${MAX_VOUCHER}: ${shown(max_voucher)}`]
  if (source_url !== '' && !isWebAddress(source_url))
    return ['source_url', `is not an address that starts with https:// or http://: ${shown(source_url)}`]
  if (!isDay(checked_on) || checked_on > today)
    return ['checked_on', `is not a date up to today, such as 2026-11-25: ${shown(checked_on)}`]
  return note.length > MAX_TEXT_LENGTH ? ['note', `has more than ${MAX_TEXT_LENGTH} characters`] : undefined
}

const isWebAddress = (text: string) => text.length <= MAX_TEXT_LENGTH && /^https?:\/\/[^\s/]+/.test(text)
