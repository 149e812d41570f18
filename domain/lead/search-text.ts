import type { Lead } from './lead.ts'

/** Words of addresses, each with a common abbreviation. */
export const SHORTENED =
  'road rd,street st,saint st,lane ln,close cl,drive dr,court ct,place pl,square sq,terrace tce,terrace terr,avenue ave,' +
  'crescent cres,gardens gdns,grove gr,park pk,house hse,boulevard blvd'

/** The other spellings of each word. */
const SPELLINGS = new Map<string, string>()
for (const pair of SHORTENED.split(',')) {
  const [long = '', short = ''] = pair.split(' ')
  SPELLINGS.set(long, `${SPELLINGS.get(long) ?? ''} ${short}`)
  SPELLINGS.set(short, `${SPELLINGS.get(short) ?? ''} ${long}`)
}

/** Returns the words of a text in lower case. Commas and full stops separate words. */
export const searchWords = (text: string): readonly string[] => text.toLowerCase().match(/[^\s,.]+/g) ?? []

/**
 * Returns the text that a search looks through: the address, postcode, postcode without its space, the contact's name,
 * and the other spellings of the address's words. With these, `mill rd` finds Mill Road and `mill road` finds Mill Rd,
 * at no extra cost per search.
 */
export const haystackOf = ({ street_address, postcode, contact_name }: Lead): string =>
  [street_address, postcode, postcode.replace(/\s/g, ''), contact_name ?? '', otherSpellings(street_address)]
    .map((text) => searchWords(text).join(' '))
    .join('\n')

const otherSpellings = (address: string) =>
  searchWords(address)
    .map((word) => SPELLINGS.get(word) ?? '')
    .join(' ')
