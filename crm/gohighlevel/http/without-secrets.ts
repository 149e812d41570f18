const LONGEST_MESSAGE = 300
/** Far behind what is shown, and short enough for patterns that take the square of it. */
const LONGEST_LOOKED_AT = 10 * LONGEST_MESSAGE
/** Longer than names and addresses are: for each word of them a pattern is built, which takes its time. */
const LONGEST_TOLD = 500
const TOLD_TOO_MUCH =
  "GoHighLevel's words are not shown, as they may repeat a name, an address, an email or a phone number that is too long."

/** The fields of our bodies that tell of a person, and those in which a single word does. */
const PERSONAL = ['firstName', 'lastName', 'email', 'phone', 'address1', 'postalCode', 'name']
const NAMES = ['firstName', 'lastName', 'name']

const EMAIL = /[^\s"'<>,;:]+@[^\s"'<>,;:]+/g
const UUID = String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`
const DATE = String.raw`\b(?:19|20)\d\d-[01]\d-[0-3]\d(?:T[\d:.]+)?(?!\d)`
const PHONE = String.raw`\+?\d[\d\s()./-]{7,}\d`
/** Ids and dates are kept: they say what a refusal is about. */
const NUMBER = new RegExp(`(${UUID}|${DATE})|${PHONE}`, 'gi')

/**
 * GoHighLevel's words as they may be logged and shown: without the token, without any email or phone number, without
 * what the call itself has told of a person in its body, and not endless. Where that was too much to look for, they are
 * not shown at all.
 */
export function withoutSecrets(words: string, token: string, body: unknown): string {
  if (words === '') return ''
  const told = toldIn(body)
  if (told.map(([, text]) => text).join('').length > LONGEST_TOLD) return TOLD_TOO_MUCH
  const unsigned = words.replaceAll(token, '[token]')
  const lookedAt = unsigned.slice(0, LONGEST_LOOKED_AT)
  const nameless = personalIn(told).reduce(
    (text, part) => text.replace(wordsOf(part), '[personal]'),
    lookedAt.normalize('NFD').replace(EMAIL, '[email]'),
  )
  const cleared = nameless.replace(NUMBER, (_, kept?: string) => kept ?? '[number]')
  // Where it was cut, half a name may stand, which is found by no pattern.
  const plain = (lookedAt === unsigned ? cleared : cleared.slice(0, -LONGEST_TOLD)).normalize().trim()
  return plain.length > LONGEST_MESSAGE ? `${plain.slice(0, LONGEST_MESSAGE)}…` : plain
}

type Told = [field: string, text: string]

/** What a body tells of a person. */
const toldIn = (body: unknown): Told[] =>
  Object.entries(body ?? {})
    .filter(([field]) => PERSONAL.includes(field))
    .map(([field, value]) => [field, String(value)])

/** The same part by part and names word by word, as a refusal may repeat only one. A single letter is in every message. */
function personalIn(told: readonly Told[]): string[] {
  return told
    .flatMap(([field, text]) => [...text.split(/,| - /), ...(NAMES.includes(field) ? namesIn(text) : [])])
    .filter((part) => lettersOf(part).join('').length > 1)
    .toSorted((one, other) => other.length - one.length)
}

/** The words of a name, without the package that stands behind it; of "Ada Ward (call first)" the first two. */
function namesIn(text: string): string[] {
  const [whose = ''] = text.split(' - ')
  const words = whose.match(/[\p{L}\p{M}'’]{3,}/gu) ?? []
  const names = words.filter((word) => /^\p{Lu}/u.test(word))
  return names.length > 0 ? names : words
}

/**
 * The same words and digits in an NFD text, whatever stands between them and whatever accents on their letters, but not
 * as a part of longer words.
 */
function wordsOf(told: string): RegExp {
  const spelt = lettersOf(told)
    .map((letters) => [...letters].join('\\p{M}*'))
    .join('[^\\p{L}\\p{N}]*')
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${spelt}\\p{M}*(?![\\p{L}\\p{M}\\p{N}])`, 'giu')
}

/**
 * Words and digits, without what is written between and on them in one way or another: `LL79 2AB` and `LL792AB`, `José`
 * and `Jose` are the same.
 */
const lettersOf = (text: string): string[] => text.normalize('NFD').match(/\p{L}+|\p{N}/gu) ?? []
