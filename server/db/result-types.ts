const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/

/** The text of a `timestamptz` of a UTC session as UTC ISO 8601 with milliseconds; other text stays as it is. */
export function momentToIso(text: string): string {
  const [, day, time, fraction = ''] = MOMENT.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0')}Z` : text
}

const asText = (text: string) => text

/**
 * How values leave the database, by PostgreSQL's type numbers, so that both drivers return the same. Times,
 * exact numbers and `xid8` are text; `bigint` is a number, as no count or id of ours reaches 2^53.
 */
export const RESULT_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  114: JSON.parse,
  1082: asText,
  1114: asText,
  1184: momentToIso,
  1700: asText,
  3802: JSON.parse,
  5069: asText,
}

/** What both kinds of database set for a session. Cursors are planned for reading all of their rows. */
export const SESSION_SETTINGS = { TimeZone: 'UTC', DateStyle: 'ISO', cursor_tuple_fraction: '1' } as const
