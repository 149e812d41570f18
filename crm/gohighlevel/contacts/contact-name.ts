type Word = string | null | undefined
type Names = {
  firstName?: Word
  lastName?: Word
  name?: Word
  contactName?: Word
  firstNameLowerCase?: Word
  lastNameLowerCase?: Word
}

/**
 * Returns the name of a contact. If the search returns it in lower case only, each word gets a capital. At the door,
 * `Mcleod` for McLeod is better than no name, and reading each contact would cost one call per lead (decision 10).
 */
export function nameOf(contact: Names): string | null {
  const { firstName, lastName, firstNameLowerCase, lastNameLowerCase } = contact
  const written = joined(firstName, lastName) ?? contact.contactName ?? contact.name
  if (written && written !== written.toLowerCase()) return written
  const lowered = written ?? joined(firstNameLowerCase, lastNameLowerCase)
  return lowered ? withCapitals(lowered) : null
}

const joined = (...parts: Word[]) => parts.filter(Boolean).join(' ') || null

const withCapitals = (name: string) =>
  name.replace(/(^|[\s\-'’])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
