import { describe, expect, test } from 'vitest'
import { NOTHING_TYPED, placeOfForm } from './place-of-form.ts'

const door = (typed: object) => placeOfForm('household', { ...NOTHING_TYPED, ...typed })
const zone = (typed: object) => placeOfForm('zone', { ...NOTHING_TYPED, ...typed })

describe('the place that was typed', () => {
  test('is an address, with its UPRN if that is known', () => {
    const typed = { address: ' 12 Mill Road ', postcode: 'TD16 1AA' }
    expect(door(typed).place).toEqual({ street_address: '12 Mill Road', postcode: 'TD16 1AA' })
    expect(door({ ...typed, uprn: '77' }).place).toMatchObject({ uprn: '77' })
  })

  test('is a UPRN alone', () => expect(door({ uprn: '77' }).place).toEqual({ uprn: '77' }))

  test('is a street or a list of postcodes', () => {
    expect(zone({ street: 'Mill Road', postcode: 'td161aa' }).place).toEqual({
      street: 'Mill Road',
      postcode: 'td161aa',
    })
    expect(zone({ postcodes: 'TD16 1AA; td161ab,\n' }).place).toEqual({ postcodes: ['TD16 1AA', 'td161ab'] })
  })

  test.each([
    [door({}), ['address', 'postcode']],
    [door({ address: '12 Mill Road', postcode: 'TD16' }), ['postcode']],
    [door({ uprn: '1E+11' }), ['uprn']],
    [zone({}), ['street', 'postcode']],
    [zone({ postcodes: 'TD16 1AA, Kirk' }), ['postcodes']],
  ])('is refused if something is missing or wrong (%#)', ({ place, faults }, fields) => {
    expect(place).toBeUndefined()
    expect(Object.keys(faults).toSorted()).toEqual(fields.toSorted())
  })
})
