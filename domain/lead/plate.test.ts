import { expect, test } from 'vitest'
import { plateOf } from './plate.ts'

test.each([
  ['12 Kirk Wynd', '12', 'Kirk Wynd'],
  ['14a Chapel Lane', '14A', 'Chapel Lane'],
  ['12, High Street, Hexham', '12', 'High Street, Hexham'],
  [' 100 Mill Road', '100', 'Mill Road'],
])('%s has the plate %s', (address, number, rest) => expect(plateOf(address)).toEqual({ number, rest }))

test.each([
  'Rose Cottage, Mill Lane',
  'Flat 2, 10 High Street',
  '12',
  '12-14 High Street',
  '',
  '12345 Long Road',
])('%j has no number on its door', (address) => expect(plateOf(address)).toBeUndefined())
