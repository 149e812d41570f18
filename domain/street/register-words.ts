import type { RegisterPlace } from './do-not-knock.ts'
import type { LiftReason, RegisterReason, RegisterScope, RegisterSource } from './register-terms.ts'

export const SCOPE_NAMES: Record<RegisterScope, string> = {
  household: 'Household',
  sticker: 'Sign at the door',
  zone: 'Zone',
}

/** Why an agent must not call, as phone and office show it. */
export const REGISTER_REASON_WORDS: Record<RegisterReason, string> = {
  asked: 'Asked not to be called on',
  sign: 'Sign at the door',
  'no-cold-calling-zone': 'No-cold-calling zone',
  authority: 'An authority asked',
}

export const REGISTER_SOURCE_NAMES: Record<RegisterSource, string> = {
  door: 'At the door',
  phone: 'By phone',
  crm: 'From the CRM',
  'council-list': 'Council list',
}

export const LIFT_REASON_WORDS: Record<LiftReason, string> = {
  'asked-again': 'The household asked to be called on again',
  'moved-away': 'The household has moved away',
  mistake: 'Entered by mistake',
  'zone-ended': 'The zone has ended',
}

/**
 * Returns the place of an entry in words, such as `12 Mill Road, LL79 1AB`. It builds the address from its key, because
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

/** Returns the address in a key. The key has no word for a flat: `2|14|mill road` is Flat 2 of 14 Mill Road. */
function addressOf(parts: readonly string[]): string {
  const [flat = '', ...house] = parts
  if (house.length < 2) return parts.join(' ')
  return `${/^(\d+[a-z]?|[a-z]\d*|\d+\/\d+)$/.test(flat) ? `flat ${flat}` : flat}, ${house.join(' ')}`
}

const capitals = (words: string) => words.trim().replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase())

const postcodeInWords = (postcode: string) =>
  postcode.length > 4
    ? `${postcode.slice(0, -3)} ${postcode.slice(-3)}`.toUpperCase()
    : postcode.toUpperCase()
