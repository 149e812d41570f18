import { expect, test } from 'vitest'
import { officeNameOf, phoneName } from './phone-name.ts'

test.each([
  [1, 'Phone A'],
  [2, 'Phone B'],
  [26, 'Phone Z'],
  [27, 'Phone AA'],
  [703, 'Phone AAA'],
])('number %i is %s', (number, name) => expect(phoneName(number)).toBe(name))

test('the office uses its own name for a phone, if it gave one', () => {
  expect(officeNameOf({ number: 1, label: null })).toBe('Phone A')
  expect(officeNameOf({ number: 1, label: 'Mara' })).toBe('Mara')
})
