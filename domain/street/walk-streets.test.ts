import { describe, expect, it } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import type { Point } from './point.ts'
import { doorOf, inWalkingOrder, streetsOf } from './walk-streets.ts'

const streets = (doors: readonly [address: string, postcode: string, point?: Point][]) =>
  streetsOf(
    doors.map(([street_address, postcode, point], index) =>
      doorOf(leadWith({ id: `${index}`, street_address, postcode }), point),
    ),
  )

const namesOf = (all: ReturnType<typeof streets>) => all.map(({ name, sector }) => `${name}, ${sector}`)

describe('the streets of a walk', () => {
  it('gather the doors of a street, however its name is written, and part two streets of one name', () => {
    const found = streets([
      ['1 Mill Road', 'LL79 1AB'],
      ['Flat 2, 3 mill rd', 'LL79 1XY'],
      ['Rose Cottage, Mill Road', 'LL791AB'],
      ['1 Mill Road', 'LL79 4AB'],
    ])
    expect(namesOf(found)).toEqual(['Mill Road, LL79 1', 'Mill Road, LL79 4'])
    expect(found[0]?.doors).toHaveLength(3)
  })

  it('gather houses without a street by the sector of their postcode', () => {
    const found = streets([
      ['The Old Forge', 'LL79 1AB'],
      ['The Barn', 'LL79 1XY'],
    ])
    expect(namesOf(found)).toEqual(['undefined, LL79 1'])
  })

  it('go from A to Z, those without a name last', () => {
    const found = streets([
      ['The Old Forge', 'LL79 1AB'],
      ['1 Tenth Street', 'LL79 1AB'],
      ['1 Élm Street', 'LL79 1AB'],
    ])
    expect(inWalkingOrder(found, undefined).map(({ name }) => name)).toEqual([
      'Élm Street',
      'Tenth Street',
      undefined,
    ])
  })

  it('go to the nearest that is left once the start is known, and end with those of unknown place', () => {
    const found = streets([
      ['1 Ash Lane', 'LL79 1AB'],
      ['1 Far Road', 'LL79 1AB', { lat: 53.03, lon: -4 }],
      ['1 Here Road', 'LL79 1AB', { lat: 53, lon: -4 }],
      ['1 Next Road', 'LL79 1AB', { lat: 53.01, lon: -4 }],
      ['1 Behind Road', 'LL79 1AB', { lat: 52.985, lon: -4 }],
    ])
    const walked = inWalkingOrder(found, { lat: 53.001, lon: -4 }).map(({ name }) => name)
    expect(walked).toEqual(['Here Road', 'Next Road', 'Far Road', 'Behind Road', 'Ash Lane'])
  })
})
