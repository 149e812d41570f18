import type { Lead } from './lead.ts'

/** Returns the words of a text in lower case. Commas only separate. */
export const searchWords = (text: string): readonly string[] => text.toLowerCase().match(/[^\s,]+/g) ?? []

/** Returns the text that a search looks through: address, postcode, postcode without its space, contact's name. */
export const haystackOf = ({ street_address, postcode, contact_name }: Lead): string =>
  [street_address, postcode, postcode.replace(/\s/g, ''), contact_name ?? '']
    .map((text) => searchWords(text).join(' '))
    .join('\n')
