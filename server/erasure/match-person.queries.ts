import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Returns the condition that an email column or a phone column contains a person's email address or phone number. */
export type PersonMatch = (email: RawBuilder<unknown>, phone: RawBuilder<unknown>) => RawBuilder<SqlBool>

/** However a number is written, these last digits are the same. */
const LAST_DIGITS = 9
/** If a number is shorter, all its digits must match. With fewer than this, nothing matches. */
const MIN_DIGITS = 5

/** The edges of an address within other text, so that it does not match part of a longer one. It may be in quotes. */
const BEFORE_ADDRESS = "(^|[^[:alnum:]._%+'-])'*"
const AFTER_ADDRESS = '($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))'

/**
 * Returns the condition for the rows of the person with this email address or phone number. It searches both fields,
 * because agents write a name beside the address, two numbers, or an address into the phone field. If it is blank,
 * nothing matches.
 */
export function matchPerson(emailOrPhone: string): PersonMatch {
  const whom = emailOrPhone.trim()
  if (whom === '') return () => sql`false`
  const pattern = patternOf(whom)
  return (email, phone) => sql`(${email} ~* ${pattern} or ${phone} ~* ${pattern})`
}

function patternOf(whom: string): string {
  const digits = whom.replace(/\D/g, '')
  const words = whom.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  if (whom.includes('@')) return BEFORE_ADDRESS + words + AFTER_ADDRESS
  if (digits.length >= LAST_DIGITS) return [...digits.slice(-LAST_DIGITS)].join('[^0-9]*')
  // An email address can contain so few digits by chance, so it must not match.
  if (digits.length >= MIN_DIGITS && !/\p{L}/u.test(whom)) return ['^', ...digits, '$'].join('[^0-9@]*')
  return `^\\s*${words}\\s*$`
}
