import { streetKeyOf } from '#domain/street/address.ts'
import { placeOfDoor, type RegisterPlace, squeezedPostcode } from '#domain/street/do-not-knock.ts'
import { REASON_OF_SCOPE } from '#domain/street/register-terms.ts'
import type { DoorEntry, NewEntry, NewPlace } from '#protocol/register.ts'
import type { EntryToStore } from './entries.queries.ts'

const NOWHERE: RegisterPlace = { uprn: null, address_key: null, street_key: null, postcodes: null }

/** Returns what is stored for a phone's entry: the key of the address, not the address. */
export const entryOfDoor = ({ id, scope, at, phone, ...door }: DoorEntry): EntryToStore => ({
  id,
  scope,
  ...placeOfDoor(door),
  reason: REASON_OF_SCOPE[scope],
  source: 'door',
  at: new Date(at).toISOString(),
  phone: phone ?? null,
})

/** Returns what is stored for an entry of the office. */
export const entryOfOffice = ({ place, ...entry }: NewEntry, now: Date): EntryToStore => ({
  ...entry,
  ...placeOf(place),
  at: now.toISOString(),
  phone: null,
})

/** Returns the keys of a place. */
export function placeOf(place: NewPlace): RegisterPlace {
  if ('postcodes' in place)
    return { ...NOWHERE, postcodes: [...new Set(place.postcodes.map(squeezedPostcode))].join(' ') }
  if ('street' in place) return { ...NOWHERE, street_key: keyOfStreet(place.street, place.postcode) }
  if ('street_address' in place) return placeOfDoor(place)
  return { ...NOWHERE, uprn: String(Number(place.uprn)) }
}

const keyOfStreet = (street: string, postcode: string) =>
  streetKeyOf({ flat: undefined, number: undefined, suffix: '', name: undefined, street }, postcode)
