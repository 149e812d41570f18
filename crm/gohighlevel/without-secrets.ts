const LONGEST_MESSAGE = 300

/** The fields of our bodies that tell of a person. */
const PERSONAL = ['firstName', 'lastName', 'email', 'phone', 'address1', 'postalCode', 'name']

const EMAIL = /[^\s"'<>,;:]+@[^\s"'<>,;:]+/g
const UUID = String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`
const DATE = String.raw`\b(?:19|20)\d\d-[01]\d-[0-3]\d(?:T[\d:.]+)?(?!\d)`
const PHONE = String.raw`\+?\d[\d\s()./-]{7,}\d`
/** Ids and dates are kept: they say what a refusal is about. */
const NUMBER = new RegExp(`(${UUID}|${DATE})|${PHONE}`, 'gi')

/**
 * GoHighLevel's words as they may be logged and shown: without the token, without any email or phone number, without
 * what the call itself has told of a person in its body, and not endless.
 */
export function withoutSecrets(words: string, token: string, body: unknown): string {
  const unsigned = words.replaceAll(token, '[token]').replace(EMAIL, '[email]')
  const nameless = personalIn(body).reduce(
    (text, told) => text.replace(wordsOf(told), '[personal]'),
    unsigned,
  )
  const plain = nameless.replace(NUMBER, (_, kept?: string) => kept ?? '[number]').trim()
  return plain.length > LONGEST_MESSAGE ? `${plain.slice(0, LONGEST_MESSAGE)}…` : plain
}

/** What a body tells of a person, part by part, as a refusal may repeat only one. A single letter is in every message. */
function personalIn(body: unknown): string[] {
  const told = Object.entries(body ?? {}).filter(([field]) => PERSONAL.includes(field))
  return told
    .flatMap(([, value]) => String(value).split(/,| - /))
    .map((part) => part.trim())
    .filter((part) => part.length > 1)
    .toSorted((one, other) => other.length - one.length)
}

/** These very words in a text, not as a part of longer ones. */
function wordsOf(told: string): RegExp {
  const literal = told.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
}
