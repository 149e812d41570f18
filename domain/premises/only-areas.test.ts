import { expect, it } from 'vitest'
import { isInAreas, readOnlyAreas } from './only-areas.ts'

it('reads postcode areas, districts and ONS codes, each once', () => {
  expect(readOnlyAreas('LL79, ca29,LL79,E06000066')).toEqual({
    ok: true,
    value: ['CA29', 'E06000066', 'LL79'],
  })
  expect(readOnlyAreas('LL79,Somerset')).toEqual({ ok: false, failure: 'SOMERSET' })
})

it.each([
  [['LL79'], true],
  [['LL'], true],
  [['W06000001'], true],
  [['LL7'], false],
  [['L'], false],
  [[], true],
])('includes a premises in LL79 for %j: %s', (areas, isTaken) => {
  expect(isInAreas(new Set(areas), { postcode: 'LL79 1AB', lad: 'W06000001' })).toBe(isTaken)
})

it('includes a premises without a postcode only if everything is included', () => {
  expect(isInAreas(new Set(['LL79']), { postcode: '', lad: '' })).toBe(false)
})
