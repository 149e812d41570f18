import type { RegisterScope } from '#domain/street/register-terms.ts'
import type { NewPlace } from '#protocol/register.ts'

/** What the office types to say where an entry applies. */
export type PlaceTyped = Record<'address' | 'postcode' | 'uprn' | 'street' | 'postcodes', string>
export type PlaceField = keyof PlaceTyped

export const NOTHING_TYPED: PlaceTyped = { address: '', postcode: '', uprn: '', street: '', postcodes: '' }

const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i
const UPRN = /^\d{1,12}$/

type Faults = Partial<Record<PlaceField, string>>

/** Returns the place that was typed, or what is wrong with each field. */
export function placeOfForm(scope: RegisterScope, typed: PlaceTyped): { place?: NewPlace; faults: Faults } {
  const { address, postcode, uprn, street, postcodes } = trimmed(typed)
  const list = postcodes
    .split(/[,;\n]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (scope === 'zone' && street === '' && list.length > 0) return postcodesPlace(list)
  const faults: Faults = {}
  if (scope === 'zone') {
    if (street === '') faults.street = 'Enter a street, or list postcodes'
    if (!POSTCODE.test(postcode)) faults.postcode = 'Any postcode in the street, such as TD16 1AA'
    return faults.street || faults.postcode ? { faults } : { place: { street, postcode }, faults }
  }
  if (uprn !== '' && !UPRN.test(uprn)) faults.uprn = 'A UPRN has 1 to 12 digits'
  const isByUprn = uprn !== '' && address === '' && postcode === ''
  if (!isByUprn && address === '') faults.address = 'Enter an address, or only a UPRN'
  if (!isByUprn && !POSTCODE.test(postcode)) faults.postcode = 'A full postcode, such as TD16 1AA'
  if (Object.keys(faults).length > 0) return { faults }
  if (isByUprn) return { place: { uprn }, faults }
  return { place: { street_address: address, postcode, ...(uprn && { uprn }) }, faults }
}

function postcodesPlace(postcodes: readonly string[]): { place?: NewPlace; faults: Faults } {
  const wrong = postcodes.find((one) => !POSTCODE.test(one))
  return wrong
    ? { faults: { postcodes: `${wrong} is not a full postcode` } }
    : { place: { postcodes }, faults: {} }
}

const trimmed = (typed: PlaceTyped) =>
  Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, text.trim()])) as PlaceTyped
