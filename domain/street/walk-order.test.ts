import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import type { Point } from './point.ts'
import { SIDES, type Sides, walkOrder } from './walk-order.ts'
import { doorOf } from './walk-streets.ts'

const doorsOf = (addresses: readonly string[], places: Record<string, Point> = {}) =>
  addresses.map((street_address, index) =>
    doorOf(leadWith({ id: `${index}`, street_address, postcode: 'LL79 1AB' }), places[street_address]),
  )

/** Returns the addresses in walking order. The doors of a building follow its name. */
const walked = (addresses: readonly string[], sides: Sides, places?: Record<string, Point>) =>
  walkOrder({ doors: doorsOf(addresses, places) }, sides).map(({ building, doors }) => {
    const its = doors.map(({ lead }) => lead.street_address)
    return building === undefined ? its.join(' + ') : `${building}: ${its.join(' + ')}`
  })

const STREET = [
  '10 Mill Road',
  '2 Mill Road',
  '7 Mill Road',
  '1 Mill Road',
  '10a Mill Road',
  '12-14 Mill Road',
]

describe('the order of a street', () => {
  it('goes up the odd numbers and comes back down the even ones', () => {
    expect(walked(STREET, 'one-then-back')).toEqual([
      '1 Mill Road',
      '7 Mill Road',
      '12-14 Mill Road',
      '10a Mill Road',
      '10 Mill Road',
      '2 Mill Road',
    ])
  })

  it('or takes both sides together, number by number', () => {
    expect(walked(STREET, 'both')).toEqual([
      '1 Mill Road',
      '2 Mill Road',
      '7 Mill Road',
      '10 Mill Road',
      '10a Mill Road',
      '12-14 Mill Road',
    ])
  })

  it('keeps flats together under their building, in natural order', () => {
    const flats = ['Flat 10, 4 Mill Road', '6 Mill Road', 'Flat 2, 4 Mill Road', '4 Mill Road']
    expect(walked(flats, 'both')).toEqual([
      '4 Mill Road: 4 Mill Road + Flat 2, 4 Mill Road + Flat 10, 4 Mill Road',
      '6 Mill Road',
    ])
    expect(walked(['Flat 2, Rose Court, Mill Road', 'Flat 1, Rose Court, Mill Road'], 'both')).toEqual([
      'Rose Court: Flat 1, Rose Court, Mill Road + Flat 2, Rose Court, Mill Road',
    ])
  })

  it('does not treat two leads of one house as a building', () => {
    expect(walked(['4 Mill Road', '4 Mill Road'], 'both')).toEqual(['4 Mill Road + 4 Mill Road'])
  })
})

describe('a house with a name', () => {
  const named = [
    'Rose Cottage, Mill Road',
    '1 Mill Road',
    '2 Mill Road',
    '9 Mill Road',
    'Ivy House, Mill Road',
  ]
  const at = (metres: number, side: number): Point => ({
    lat: 53 + metres / 111_320,
    lon: -4 + side / 10_000,
  })

  it('is at the end of its street, by name, while its place is unknown', () => {
    expect(walked(named, 'one-then-back').slice(-2)).toEqual([
      'Ivy House, Mill Road',
      'Rose Cottage, Mill Road',
    ])
  })

  it('is next to the nearest numbered house, on the same side, once both places are known', () => {
    const places = {
      '1 Mill Road': at(0, 0),
      '2 Mill Road': at(0, 3),
      '9 Mill Road': at(80, 0),
      'Rose Cottage, Mill Road': at(10, 0),
      'Ivy House, Mill Road': at(-15, 3),
    }
    expect(walked(named, 'one-then-back', places)).toEqual([
      '1 Mill Road',
      'Rose Cottage, Mill Road',
      '9 Mill Road',
      '2 Mill Road',
      'Ivy House, Mill Road',
    ])
  })
})

it('returns each door once and in the same order, whatever order they came in', () => {
  const address = fc
    .tuple(fc.constantFrom('', 'Flat 1, ', 'Flat 2, ', 'Rose Court, '), fc.integer({ min: 1, max: 9 }))
    .map(([start, number]) => `${start}${number} Mill Road`)
  const anyAddress = fc.oneof(address, fc.constantFrom('Rose Cottage, Mill Road', 'The Barn', 'Flat 3'))
  fc.assert(
    fc.property(fc.array(anyAddress, { maxLength: 20 }), fc.constantFrom(...SIDES), (addresses, sides) => {
      const doors = doorsOf(addresses)
      const idsOf = (all: typeof doors) =>
        walkOrder({ doors: all }, sides).flatMap((house) => house.doors.map(({ lead }) => lead.id))
      expect(idsOf(doors.toReversed())).toEqual(idsOf(doors))
      expect(idsOf(doors).toSorted()).toEqual(doors.map(({ lead }) => lead.id).toSorted())
    }),
  )
})
