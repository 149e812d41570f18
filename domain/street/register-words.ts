import type { RegisterPlace } from './do-not-knock.ts'

/**
 * Returns the place of an entry for people, such as `12 Mill Road, LL79 1AB`. The address is put together from its key:
 * the register keeps no other.
 */
export function placeInWords({ uprn, address_key, street_key, postcodes }: RegisterPlace): string {
  if (postcodes) return postcodes.split(' ').map(postcodeInWords).join(', ')
  if (address_key) {
    const [postcode = '', ...parts] = address_key.split('|')
    return [capitals(addressOf(parts)), postcodeInWords(postcode)].filter(Boolean).join(', ')
  }
  if (street_key) {
    const [sector = '', street = ''] = street_key.split('|')
    return `${capitals(street)}, ${sector.slice(0, -1).toUpperCase()} ${sector.slice(-1)}`
  }
  return `UPRN ${uprn}`
}

/** `2|14|mill road` is Flat 2 of 14 Mill Road. */
function addressOf(parts: readonly string[]): string {
  const [first = '', second = '', ...rest] = parts
  return /^\d/.test(second) || rest.length > 0
    ? `${first}, ${[second, ...rest].join(' ')}`
    : `${first} ${second}`
}

const capitals = (words: string) => words.trim().replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase())

const postcodeInWords = (postcode: string) =>
  postcode.length > 4
    ? `${postcode.slice(0, -3)} ${postcode.slice(-3)}`.toUpperCase()
    : postcode.toUpperCase()
