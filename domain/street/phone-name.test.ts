import { expect, test } from 'vitest'
import { phoneName } from './phone-name.ts'

test.each([
  [1, 'Phone A'],
  [2, 'Phone B'],
  [26, 'Phone Z'],
  [27, 'Phone AA'],
  [703, 'Phone AAA'],
])('number %i is %s', (number, name) => expect(phoneName(number)).toBe(name))
