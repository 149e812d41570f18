import { expect, it } from 'vitest'
import { postcodeIn, sectorOf } from './postcode.ts'

it.each([
  ['3 High Street, Greenfield Valley, LL79 1AB', 'LL79 1AB'],
  ['3 high street ll791ab', 'LL79 1AB'],
  ['Flat 2, TD16 4XY, was CA29 9ZZ', 'CA29 9ZZ'],
  ['W1A 1AA', 'W1A 1AA'],
  ['3 High Street', undefined],
  ['', undefined],
])('finds the last postcode in %j', (text, postcode) => expect(postcodeIn(text)).toBe(postcode))

it('cuts a postcode to its sector', () => expect(sectorOf('LL79 1AB')).toBe('LL79 1'))
