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
 * What to call a contact. The search may know names in lower case only; then each word begins with a capital:
 * `Mcleod` for McLeod is a smaller harm at the door than no name at all, and reading each contact alone would
 * cost one call a lead (decision 10).
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
