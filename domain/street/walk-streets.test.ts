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
  it('join doors however the street is written, and separate streets with the same name', () => {
    const found = streets([
      ['1 Mill Road', 'LL79 1AB'],
      ['Flat 2, 3 mill rd', 'LL79 1XY'],
      ['Rose Cottage, Mill Road', 'LL791AB'],
      ['1 Mill Road', 'LL79 4AB'],
    ])
    expect(namesOf(found)).toEqual(['Mill Road, LL79 1', 'Mill Road, LL79 4'])
    expect(found[0]?.doors).toHaveLength(3)
  })

  it('join houses without a street by the sector of their postcode', () => {
    const found = streets([
      ['The Old Forge', 'LL79 1AB'],
      ['The Barn', 'LL79 1XY'],
    ])
    expect(namesOf(found)).toEqual(['undefined, LL79 1'])
  })

  it('go from A to Z, with those without a name last', () => {
    const found = streets([
      ['The Old Forge', 'LL79 1AB'],
      ['1 Tenth Street', 'LL79 1AB'],
      ['1 Élm Street', 'LL79 1AB'],
    ])
    expect(inWalkingOrder(found).map(({ name }) => name)).toEqual(['Élm Street', 'Tenth Street', undefined])
  })
})
