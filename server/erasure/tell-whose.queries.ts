import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Tells of what was written as email and as phone whether it is one person's. */
export type TellWhose = (email: RawBuilder<unknown>, phone: RawBuilder<unknown>) => RawBuilder<SqlBool>

/** A number is written in many ways; these digits at its end are the same in all of them. */
const TELLING_DIGITS = 9
/** A shorter number is told by all of its digits. */
const FEWEST_DIGITS = 5

/** What ends an address within other words, so that it is not the half of another one; it may stand in quotes. */
const BEFORE_ADDRESS = "(^|[^[:alnum:]._%+'-])'*"
const AFTER_ADDRESS = '($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))'

/**
 * How to tell what is of the person with this email address or phone number. Agents write what they like, such as a
 * name beside the address, two numbers, or one of them in the place of the other, so it is looked for in all that they
 * wrote there. A blank tells nothing.
 */
export function tellWhose(emailOrPhone: string): TellWhose {
  const whom = emailOrPhone.trim()
  if (whom === '') return () => sql`false`
  const pattern = patternOf(whom)
  return (email, phone) => sql`(${email} ~* ${pattern} or ${phone} ~* ${pattern})`
}

function patternOf(whom: string): string {
  const digits = whom.replace(/\D/g, '')
  const words = whom.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  if (whom.includes('@')) return BEFORE_ADDRESS + words + AFTER_ADDRESS
  if (digits.length >= TELLING_DIGITS) return [...digits.slice(-TELLING_DIGITS)].join('[^0-9]*')
  // With so few digits, an address that has them is somebody else's.
  if (digits.length >= FEWEST_DIGITS && !/\p{L}/u.test(whom)) return ['^', ...digits, '$'].join('[^0-9@]*')
  return `^\\s*${words}\\s*$`
}
