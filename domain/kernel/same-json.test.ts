import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sameJson } from './same-json.ts'

it('ignores only the order of keys', () => {
  expect(sameJson({ a: 1, b: [null, { c: '' }] }, { b: [null, { c: '' }], a: 1 })).toBe(true)
  for (const [one, other] of [
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [{ a: null }, {}],
  ])
    expect(sameJson(one, other), JSON.stringify([one, other])).toBe(false)
})

it('agrees with a copy of any value', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(value, JSON.parse(JSON.stringify(value)))))
})
