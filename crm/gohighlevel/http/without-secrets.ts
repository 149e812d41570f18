const MAX_MESSAGE = 300
/** Far more than is shown, and short enough for patterns whose time is quadratic. */
const MAX_SEARCHED = 10 * MAX_MESSAGE
/** Longer than real names and addresses. A pattern is built for each of their words, which takes time. */
const MAX_PERSONAL = 500
const TOO_PERSONAL =
  "GoHighLevel's words are not shown, as they may repeat a name, an address, an email or a phone number that is too long."

/** The personal fields of our bodies, and those in which each word is personal on its own. */
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
/** Ids and dates stay: they say what a refusal is about. */
const NUMBER = new RegExp(`(${UUID}|${DATE})|${PHONE}`, 'gi')

/**
 * GoHighLevel's words made safe to log and show: shortened, without the token, email addresses, phone numbers, and
 * personal data from the body of the call. If that body is too long to search for, returns a fixed text instead.
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
  // The cut may leave half a name at the end, which no pattern finds.
  const plain = (lookedAt === unsigned ? cleared : cleared.slice(0, -MAX_PERSONAL)).normalize().trim()
  return plain.length > MAX_MESSAGE ? `${plain.slice(0, MAX_MESSAGE)}…` : plain
}

type PersonalField = [field: string, text: string]

/** The personal fields of a body. */
const personalFieldsOf = (body: unknown): PersonalField[] =>
  Object.entries(body ?? {})
    .filter(([field]) => PERSONAL.includes(field))
    .map(([field, value]) => [field, String(value)])

/**
 * Their parts, and the single words of names, because a refusal may repeat only one. Every message contains single
 * letters, so those are left out.
 */
function personalIn(sent: readonly PersonalField[]): string[] {
  return sent
    .flatMap(([field, text]) => [...text.split(/,| - |\n/), ...(NAMES.includes(field) ? namesIn(text) : [])])
    .filter((part) => lettersOf(part).join('').length > 1)
    .toSorted((one, other) => other.length - one.length)
}

/** The words of a name, without the package after it; of "Ada Ward (call first)" only the first two. */
function namesIn(text: string): string[] {
  const [whose = ''] = text.split(' - ')
  const words = whose.match(/[\p{L}\p{M}'’]{3,}/gu) ?? []
  const names = words.filter((word) => /^\p{Lu}/u.test(word))
  return names.length > 0 ? names : words
}

/** Matches the same words and digits in an NFD text, with any separators and accents, but not inside longer words. */
function wordsOf(part: string): RegExp {
  const spelt = lettersOf(part)
    .map((letters) => [...letters].join('\\p{M}*'))
    .join('[^\\p{L}\\p{N}]*')
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${spelt}\\p{M}*(?![\\p{L}\\p{M}\\p{N}])`, 'giu')
}

/** Words and digits without separators and accents, so that `LL79 2AB` equals `LL792AB` and `José` equals `Jose`. */
const lettersOf = (text: string): string[] => text.normalize('NFD').match(/\p{L}+|\p{N}/gu) ?? []
