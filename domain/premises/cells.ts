/** Why a row is refused. `isNewWord`: the publisher uses a word that we do not know, so the whole file is refused. */
export type RowRefused = { reason: string; isNewWord?: true }

const UPRN = /^\d{1,12}$/
const SHORTENED = /^\d(\.\d+)?E\+\d+$/i

/** Returns why a text is not a UPRN; undefined if it is one. */
export function refusalOfUprn(text: string): RowRefused | undefined {
  if (UPRN.test(text)) return undefined
  if (SHORTENED.test(text))
    return { reason: `Excel shortened the UPRN ${text}; format the column as text and save it again` }
  return { reason: `uprn is not 1 to 12 digits: ${shown(text)}` }
}

/** Returns a text from a file as a report quotes it. */
export const shown = (text: string): string =>
  text === '' ? 'empty' : `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Returns whether a text is a calendar day such as `2031-09-30`. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00Z`).toISOString().startsWith(text)
