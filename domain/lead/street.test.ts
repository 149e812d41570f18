import { expect, it } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import { indexLead } from './lead-order.ts'
import { streetOf } from './street.ts'

const leads = [
  ['13 Kirk Wynd', 'TD16 6RD'],
  ['2 Kirk Wynd', 'TD16 6RD'],
  ['12a kirk wynd', 'TD16 6RE'],
  ['Rose Cottage, Kirk Wynd', 'TD16 6RD'],
  ['9 Kirk Wynd', 'TD16 6RD'],
  ['4 Kirk Wynd', 'CA29 4HT'],
  ['4 Kirk Wynd North', 'TD16 6RD'],
  ['2 Mill Road', 'TD16 6RD'],
].map(([street_address = '', postcode = ''], index) =>
  indexLead(leadWith({ id: `${index}`, street_address, postcode })),
)

const addresses = (of: readonly { street_address: string }[]) =>
  of.map(({ street_address }) => street_address)

it('returns the doors of the same street by side, in order of number', () => {
  const street = streetOf({ street_address: '2 Kirk Wynd', postcode: 'TD16 6RD' }, leads)
  expect(street?.name).toBe('Kirk Wynd')
  expect(addresses(street?.even ?? [])).toEqual(['2 Kirk Wynd', '12a kirk wynd'])
  expect(addresses(street?.odd ?? [])).toEqual(['9 Kirk Wynd', '13 Kirk Wynd', 'Rose Cottage, Kirk Wynd'])
})

it('returns nothing for an address without a number, because its street is unknown', () => {
  expect(streetOf({ street_address: 'Rose Cottage', postcode: 'TD16 6RD' }, leads)).toBeUndefined()
})
