const MAX_MESSAGE = 300
/** Much longer than the text that we show, but short enough for patterns that take quadratic time. */
const MAX_SEARCHED = 10 * MAX_MESSAGE
/** Longer than real names and addresses. We build a pattern for each of their words, which takes time. */
const MAX_PERSONAL = 500
const TOO_PERSONAL =
  "GoHighLevel's words are not shown, as they may repeat a name, an address, an email or a phone number that is too long."

/** The personal fields in our bodies. In those of `NAMES`, each word is also personal on its own. */
const PERSONAL = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address1',
  'postalCode',
  'name',
  'title',
  'body',
]
const NAMES = ['firstName', 'lastName', 'name']

const EMAIL = /[^\s"'<>,;:]+@[^\s"'<>,;:]+/g
const UUID = String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`
const DATE = String.raw`\b(?:19|20)\d\d-[01]\d-[0-3]\d(?:T[\d:.]+)?(?!\d)`
const PHONE = String.raw`\+?\d[\d\s()./-]{7,}\d`
/** Matches phone numbers. Captures ids and dates, which stay because they show what a refusal is about. */
const NUMBER = new RegExp(`(${UUID}|${DATE})|${PHONE}`, 'gi')

/**
 * Makes GoHighLevel's words safe to log and show: shortens them, and removes the token, email addresses, phone numbers,
 * and the personal data in the body of the call. If that data is too long to search for, returns a fixed text instead.
 */
export function withoutSecrets(words: string, token: string, body: unknown): string {
  if (words === '') return ''
  const sent = personalFieldsOf(body)
  if (sent.map(([, text]) => text).join('').length > MAX_PERSONAL) return TOO_PERSONAL
  const unsigned = words.replaceAll(token, '[token]')
  const lookedAt = unsigned.slice(0, MAX_SEARCHED)
  const nameless = personalIn(sent).reduce(
    (text, part) => text.replace(wordsOf(part), '[personal]'),
    lookedAt.normalize('NFD').replace(EMAIL, '[email]'),
  )
  const cleared = nameless.replace(NUMBER, (_, kept?: string) => kept ?? '[number]')
  // The cut may leave half a name at the end, which no pattern matches.
  const plain = (lookedAt === unsigned ? cleared : cleared.slice(0, -MAX_PERSONAL)).normalize().trim()
  return plain.length > MAX_MESSAGE ? `${plain.slice(0, MAX_MESSAGE)}…` : plain
}

type PersonalField = [field: string, text: string]

const personalFieldsOf = (body: unknown): PersonalField[] =>
  Object.entries(body ?? {})
    .filter(([field]) => PERSONAL.includes(field))
    .map(([field, value]) => [field, String(value)])

/**
 * Returns the parts of personal fields, and the single words of names, because a refusal may repeat only one. Leaves
 * out single letters, which every message contains.
 */
function personalIn(sent: readonly PersonalField[]): string[] {
  return sent
    .flatMap(([field, text]) => [...text.split(/,| - |\n/), ...(NAMES.includes(field) ? namesIn(text) : [])])
    .filter((part) => lettersOf(part).join('').length > 1)
    .toSorted((one, other) => other.length - one.length)
}

/** Returns the words of a name without the package after it: of "Ada Ward (call first)", only the first two. */
function namesIn(text: string): string[] {
  const [whose = ''] = text.split(' - ')
  const words = whose.match(/[\p{L}\p{M}'’]{3,}/gu) ?? []
  const names = words.filter((word) => /^\p{Lu}/u.test(word))
  return names.length > 0 ? names : words
}

/** Returns a pattern for a text within NFD text, with any separators and accents, but not inside longer words. */
function wordsOf(part: string): RegExp {
  const spelt = lettersOf(part)
    .map((letters) => [...letters].join('\\p{M}*'))
    .join('[^\\p{L}\\p{N}]*')
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${spelt}\\p{M}*(?![\\p{L}\\p{M}\\p{N}])`, 'giu')
}

/**
 * Returns the words and digits without separators and accents, so that `LL79 2AB` equals `LL792AB` and `José` equals
 * `Jose`.
 */
const lettersOf = (text: string): string[] => text.normalize('NFD').match(/\p{L}+|\p{N}/gu) ?? []
