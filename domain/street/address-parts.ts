const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}$/i
const FLOOR = '(?:top|ground|first|1st|second|2nd|third|3rd|lower|upper|garden|basement|attic)'
/** A flat named by a word and a number or letter, at the beginning of a part. */
const FLAT_FIRST =
  /^(?<flat>(?:f?flat|apartment|apt|unit|studio|room|suite|plot|caravan|pitch|lodge|chalet|maisonette|block)\.? ?(?:no\.? ?)?(?:\d{1,5}(?:\/\d{1,3})?[a-z]?|[a-z]\d{0,3})(?![^ ]))(?: (?<rest>.+))?$/i
const FLAT_LAST = /^(?<rest>\d.*) (?<flat>(?:flat|apartment|apt)\.? ?(?:\d{1,5}[a-z]?|[a-z]))$/i
const FLAT_ALONE = new RegExp(
  `^(?:(?:the )?(?:${FLOOR}(?: floor)?(?: left| right| front| rear)? (?:flat|apartment|maisonette)|annexe?|basement)|${FLOOR} floor)$`,
  'i',
)
const NUMBER_AFTER_NAME = /^(?<name>\D+) (?<rest>\d.*)$/
const STREET_LAST =
  /\b(?:road|rd|street|st|lane|ln|close|cl|drive|dr|court|ct|place|pl|square|sq|terrace|tce|avenue|ave|crescent|cres|gardens|gdns|grove|park|boulevard|way|row|wynd|hill|rise|mews|walk|view|green|parade|brae|vennel|loan|quay|croft)\.?$/i
const STREET_FIRST = /^(?:heol|ffordd|stryd|l[oô]n|clos|rhodfa|rhes|teras) /i

/** Returns whether a part of an address ends or begins with a word for a street in English, Scots or Welsh. */
export const looksLikeStreet = (part: string | undefined): boolean =>
  part !== undefined && (STREET_LAST.test(part) || STREET_FIRST.test(part))

/** Splits a line at its commas, and separates the parts that name a part of a building from the others. */
export function partsOfAddress(line: string): { flats: string[]; others: string[] } {
  const flats: string[] = []
  const others: string[] = []
  const parts = line.split(/[,;\n]/).map((part) => part.trim().replace(/\s+/g, ' '))
  for (const part of parts) {
    const rest = takeFlats(part, flats)
    if (FLAT_ALONE.test(rest)) flats.push(rest)
    else if (rest && !POSTCODE.test(rest)) others.push(...nameAndNumber(rest))
  }
  return { flats, others }
}

/** Moves the flats at the beginning or end of a part into `flats`. Returns the rest. */
function takeFlats(part: string, flats: string[]): string {
  const { flat, rest = '' } = FLAT_FIRST.exec(part)?.groups ?? FLAT_LAST.exec(part)?.groups ?? {}
  if (flat === undefined) return part
  flats.push(flat)
  return takeFlats(rest, flats)
}

/** Splits `Rose Cottage 12 Mill Lane`, which lacks a comma, before its number. */
function nameAndNumber(part: string): string[] {
  const { name, rest } = NUMBER_AFTER_NAME.exec(part)?.groups ?? {}
  return name !== undefined && rest !== undefined && looksLikeStreet(rest) && !/^no\.?$/i.test(name)
    ? [name, rest]
    : [part]
}
