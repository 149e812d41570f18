import { expect, test } from 'vitest'
import { isPostcodeOf } from './postcode.ts'

test.each([
  ['2 High St, Riverside, AB1 2CD', 'AB1 2CD', true],
  ['2 High St, Riverside, AB1 2CD', ' ab12cd ', true],
  ['2 High St, Riverside, ab12cd', 'AB1 2CD', true],
  ['2 High St, AB1 2CD, Wales', 'AB1 2CD', true],
  ['2 High St Riverside AB1 2CD', 'AB1 2CD', true],
  ['2 High St, Riverside, AB1 2CD', 'AB1 2CE', false],
  ['2 High St, Riverside, AB1 2CD', 'AB1', false],
  ['2 High St, Riverside, AB1 2CD', '', false],
  ['2 High St, Riverside', 'riverside', true],
  ['', '', false],
  [' , ', '', false],
])('compares the postcode of "%s" with "%s": %s', (address, entered, isIt) =>
  expect(isPostcodeOf(address, entered)).toBe(isIt),
)
