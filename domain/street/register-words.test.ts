import { expect, test } from 'vitest'
import { addressKey, streetKey } from './address.ts'
import { placeInWords } from './register-words.ts'

const NOWHERE = { uprn: null, address_key: null, street_key: null, postcodes: null }

test.each([
  ['12 mill rd, Hexham', '12 Mill Road, LL79 1AB'],
  ['Apartment 2, 14a Mill Road', 'Flat 2, 14a Mill Road, LL79 1AB'],
  ['Unit 4, 14 Mill Road', 'Unit 4, 14 Mill Road, LL79 1AB'],
  ['The Old Forge, Mill Lane', 'The Old Forge, LL79 1AB'],
  ['Y Felin', 'Y Felin, LL79 1AB'],
])('the entry of %s reads %s', (line, words) => {
  expect(placeInWords({ ...NOWHERE, uprn: '7', address_key: addressKey(line, 'll791ab') })).toBe(words)
})

test('an entry without an address reads as its UPRN, and a zone as its street or postcodes', () => {
  expect(placeInWords({ ...NOWHERE, uprn: '10033544614' })).toBe('UPRN 10033544614')
  expect(placeInWords({ ...NOWHERE, street_key: streetKey('1 Kirk Wynd', 'TD16 2BB') })).toBe(
    'Kirk Wynd, TD16 2',
  )
  expect(placeInWords({ ...NOWHERE, postcodes: 'll791ab ca294ht' })).toBe('LL79 1AB, CA29 4HT')
})
