import { splitAtPostcode } from '../premises/postcode.ts'
import { addressKey, streetKey } from './address.ts'
import type { RegisterReason, RegisterScope } from './register-terms.ts'

/** Where an entry applies. At least one field is set; a household or a door has no street and no postcodes. */
export type RegisterPlace = {
  /** 1 to 12 digits. */
  uprn: string | null
  /** As `addressKey` makes it. */
  address_key: string | null
  /** As `streetKey` makes it. */
  street_key: string | null
  /** Separated by blanks, each as `squeezedPostcode` makes it. */
  postcodes: string | null
}

/** An entry as every phone has it: enough to refuse a door and to say why. */
export type RegisterEntry = RegisterPlace & {
  id: string
  scope: RegisterScope
  reason: RegisterReason
  /** When the household asked, as UTC ISO 8601. */
  at: string
}

/** A door to look up: a lead, or any address. */
export type RegisterDoor = { street_address: string; postcode: string; uprn?: string | null | undefined }

/** The entries in force, by the keys that they cover. */
export type Register<Entry extends RegisterPlace = RegisterEntry> = Readonly<{
  byKey: ReadonlyMap<string, Entry>
  /** Postcodes and sectors with an entry, so that most doors need no parsing. */
  places: ReadonlySet<string>
}>

/** Makes a register of entries that have not been lifted. If a door has several, the first one counts. */
export function registerOf<Entry extends RegisterPlace>(entries: Iterable<Entry>): Register<Entry> {
  const byKey = new Map<string, Entry>()
  const places = new Set<string>()
  for (const entry of entries)
    for (const key of keysOfEntry(entry)) {
      if (!byKey.has(key)) byKey.set(key, entry)
      const [, place = ''] = /^(?:door|street) ([^|]*)/.exec(key) ?? []
      places.add(place)
    }
  return { byKey, places }
}

/** Finds the entry that forbids calling at a door: by UPRN, then by postcode, address or street. */
export function findOnRegister<Entry extends RegisterPlace>(
  door: RegisterDoor,
  { byKey, places }: Register<Entry>,
): Entry | undefined {
  if (byKey.size === 0) return undefined
  const postcode = squeezedPostcode(door.postcode)
  const found = (door.uprn ? byKey.get(`uprn ${door.uprn}`) : undefined) ?? byKey.get(`postcode ${postcode}`)
  if (found) return found
  const byAddress = places.has(postcode)
    ? byKey.get(`door ${addressKey(door.street_address, door.postcode)}`)
    : undefined
  if (byAddress || !places.has(postcode.slice(0, -2))) return byAddress
  return byKey.get(`street ${streetKey(door.street_address, door.postcode)}`)
}

/** Returns whether agents must not call at a door (docs/product 16.2). */
export const isOnRegister = (door: RegisterDoor, register: Register<RegisterPlace>): boolean =>
  findOnRegister(door, register) !== undefined

/** Returns the place of one door, as the keys that an entry keeps. */
export const placeOfDoor = ({ street_address, postcode, uprn }: RegisterDoor): RegisterPlace => ({
  uprn: uprn ? String(Number(uprn)) : null,
  address_key: addressKey(street_address, postcode),
  street_key: null,
  postcodes: null,
})

/**
 * Returns whether an entry can cover this door and no others: with a UPRN, or with a postcode and an address in which
 * something can be read (docs/product 16.3). The postcode may be invalid, because the lead's is then the same.
 */
export const canBeEntered = (door: RegisterDoor): boolean =>
  Boolean(door.uprn) ||
  (squeezedPostcode(door.postcode) !== '' && /\|./.test(placeOfDoor(door).address_key ?? ''))

/**
 * Returns the door that the location of a sale names, such as `1 Mill Road, Hexham, LL79 1AB`; undefined if it has no
 * postcode.
 */
export function doorOfLocation(location: string): RegisterDoor | undefined {
  const { before, postcode } = splitAtPostcode(location) ?? {}
  return postcode === undefined ? undefined : { street_address: before ?? '', postcode }
}

/** Returns a postcode as entries hold it: in lower case, without blanks. */
export const squeezedPostcode = (postcode: string): string => postcode.replace(/\s/g, '').toLowerCase()

function keysOfEntry({ uprn, address_key, street_key, postcodes }: RegisterPlace): string[] {
  return [
    ...(uprn ? [`uprn ${uprn}`] : []),
    ...(address_key ? [`door ${address_key}`] : []),
    ...(street_key ? [`street ${street_key}`] : []),
    ...(postcodes?.split(' ') ?? []).map((postcode) => `postcode ${postcode}`),
  ]
}
