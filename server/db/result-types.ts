const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/

/**
 * Converts the text of a `timestamptz` in a UTC session to UTC ISO 8601 with milliseconds. Returns other text
 * unchanged.
 */
export function momentToIso(text: string): string {
  const [, day, time, fraction = ''] = MOMENT.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0')}Z` : text
}

const asText = (text: string) => text

/**
 * The parsers of values by PostgreSQL's type numbers, which make both drivers return the same. Times, exact numbers and
 * `xid8` become text. `bigint` becomes a number, because no count or id of ours reaches 2^53.
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

/** The settings of a session on both kinds of database. Cursors are planned for reading all of their rows. */
export const SESSION_SETTINGS = { TimeZone: 'UTC', DateStyle: 'ISO', cursor_tuple_fraction: '1' } as const
