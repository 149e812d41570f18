import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addressKey, streetKey } from './address.ts'
import {
  doorOfLocation,
  findOnRegister,
  isOnRegister,
  type RegisterPlace,
  registerOf,
  squeezedPostcode,
} from './do-not-knock.ts'

const NOWHERE: RegisterPlace = { uprn: null, address_key: null, street_key: null, postcodes: null }
const registerAt = (...places: Partial<RegisterPlace>[]) =>
  registerOf(places.map((place) => ({ ...NOWHERE, ...place })))
const door = (street_address: string, postcode = 'LL79 1AB', uprn?: string) => ({
  street_address,
  postcode,
  uprn,
})

describe('a household on the register', () => {
  const register = registerAt({ address_key: addressKey('12 Mill Road', 'LL79 1AB') })

  test.each(['12 Mill Road', '12 mill rd', '12, Mill Road, Hexham', 'Rose Cottage, 12 Mill Road'])(
    'is found as %s',
    (line) => expect(isOnRegister(door(line, 'll791ab'), register)).toBe(true),
  )

  test.each([
    door('12A Mill Road'),
    door('Flat 1, 12 Mill Road'),
    door('14 Mill Road'),
    door('12 Mill Lane'),
    door('12 Mill Road', 'LL79 1AD'),
    door('', ''),
  ])('is not $street_address, $postcode', (other) => expect(isOnRegister(other, register)).toBe(false))

  it('is found by its UPRN, however the address is written', () => {
    const byUprn = registerAt({ uprn: '10033544614' })
    expect(isOnRegister(door('The Old Forge', 'TD16 2XX', '10033544614'), byUprn)).toBe(true)
    expect(isOnRegister(door('The Old Forge', 'TD16 2XX', '10033544615'), byUprn)).toBe(false)
    expect(isOnRegister(door('The Old Forge', 'TD16 2XX'), byUprn)).toBe(false)
  })

  it('is found by its address even if the door has another UPRN', () => {
    expect(isOnRegister(door('12 Mill Road', 'LL79 1AB', '7'), register)).toBe(true)
  })
})

describe('the location of a sale', () => {
  const register = registerAt({ address_key: addressKey('12 Mill Road', 'LL79 1AB') })
  const isCovered = (location: string) => {
    const place = doorOfLocation(location)
    return place !== undefined && isOnRegister(place, register)
  }

  test.each([
    '12 Mill Road, Greenfield Valley, LL79 1AB',
    '12 mill rd ll791ab',
    '12 Mill Road\nHexham\nLL79 1AB\n',
    'Rose Cottage, 12 Mill Road, LL79 1AB, Wales',
  ])('names the door in %j', (location) => expect(isCovered(location)).toBe(true))

  test.each(['14 Mill Road, LL79 1AB', '12 Mill Road, LL79 1AD', '12 Mill Road', ''])(
    'names another door in %j, or none',
    (location) => expect(isCovered(location)).toBe(false),
  )
})

describe('a zone', () => {
  it('covers every door of its postcodes', () => {
    const register = registerAt({ postcodes: 'll791ab ca294ht' })
    expect(isOnRegister(door('Any House', 'LL79 1AB'), register)).toBe(true)
    expect(isOnRegister(door('3 Other Road', 'ca29 4ht'), register)).toBe(true)
    expect(isOnRegister(door('3 Other Road', 'CA29 4HX'), register)).toBe(false)
  })

  it('covers every door of its street, in all postcodes of the sector', () => {
    const register = registerAt({ street_key: streetKey('1 Mill Road', 'LL79 1AB') })
    expect(isOnRegister(door('Flat 2, 14 Mill Rd', 'LL79 1XY'), register)).toBe(true)
    expect(isOnRegister(door('14 Mill Road', 'LL79 2AB'), register)).toBe(false)
    expect(isOnRegister(door('14 Mill Lane', 'LL79 1AB'), register)).toBe(false)
  })
})

it('finds the first of several entries for a door', () => {
  const address_key = addressKey('12 Mill Road', 'LL79 1AB')
  const entries = [
    { ...NOWHERE, id: 'a', address_key },
    { ...NOWHERE, id: 'b', address_key },
  ]
  expect(findOnRegister(door('12 Mill Road'), registerOf(entries))?.id).toBe('a')
})

it('finds a door if and only if an entry has its UPRN, address, street or postcode', () => {
  const postcode = fc.constantFrom('LL79 1AB', 'LL79 1AD', 'CA29 4HT', 'TD16 1AA')
  const line = fc
    .tuple(
      fc.constantFrom('', 'Flat 2, ', 'Rose Cottage, '),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('Mill Road', 'Y Felin'),
    )
    .map(([start, number, street]) => `${start}${number} ${street}`)
  const uprn = fc.constantFrom(null, '1', '2')
  const aDoor = fc.record({ street_address: line, postcode, uprn })
  const place = fc.oneof(
    uprn.map((one) => ({ uprn: one })),
    aDoor.map((one) => ({ address_key: addressKey(one.street_address, one.postcode), uprn: one.uprn })),
    aDoor.map((one) => ({ street_key: streetKey(one.street_address, one.postcode) })),
    fc.array(postcode, { maxLength: 2 }).map((all) => ({ postcodes: all.map(squeezedPostcode).join(' ') })),
  )
  fc.assert(
    fc.property(fc.array(place, { maxLength: 4 }), aDoor, (places, given) => {
      const isCovered = places.some((one: Partial<RegisterPlace>) => {
        const byUprn = one.uprn != null && one.uprn === given.uprn
        const byAddress = one.address_key === addressKey(given.street_address, given.postcode)
        const byStreet = one.street_key === streetKey(given.street_address, given.postcode)
        return (
          byUprn ||
          byAddress ||
          byStreet ||
          one.postcodes?.split(' ').includes(squeezedPostcode(given.postcode))
        )
      })
      expect(isOnRegister(given, registerAt(...places))).toBe(isCovered)
    }),
  )
})
