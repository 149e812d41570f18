import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFacts } from '#domain/premises/facts.ts'
import { activeData, areaOf } from '#domain/testing/premises.ts'
import { findInSlice } from './find-in-slice.ts'
import { decodeSlice, encodeSlice, type SliceHead, type SliceRow } from './premises-slice.ts'

const POSTCODES = ['LL79 1AB', 'LL79 1AD', 'CA29 9ZZ', '']
const HEAD: SliceHead = {
  data: activeData(),
  areas: [areaOf(), areaOf({ name: 'Hill', state: 'closed' })],
  details: [
    { contract: { supplier: 'Openreach Limited', until: '2031-09-30' }, project: null },
    { contract: null, project: { name: 'OR1', supplier: null } },
  ],
  covers: ['LL79 1', 'CA29 9'],
}

const place = fc.option(fc.integer({ min: 0, max: 1 }), { nil: null })
const row: fc.Arbitrary<SliceRow> = fc.record({
  uprn: fc.integer({ min: 1, max: 999_999_999_999 }),
  postcode: fc.constantFrom(...POSTCODES),
  facts: fc.option(fc.integer({ min: 0, max: 255 }), { nil: null }),
  area: place,
  details: place,
  isListed: fc.boolean(),
})
const rows = fc.uniqueArray(row, { selector: ({ uprn }) => uprn, maxLength: 60 })

const slice = (given: readonly SliceRow[], head = HEAD) => {
  const decoded = decodeSlice(encodeSlice(head, given))
  if (!decoded) throw new Error('The slice is of another format.')
  return decoded
}

const knownOf = ({ facts, area, details, isListed }: SliceRow) => ({
  facts: facts === null ? undefined : decodeFacts(facts),
  area: HEAD.areas[area ?? -1],
  contract: HEAD.details[details ?? -1]?.contract ?? undefined,
  project: HEAD.details[details ?? -1]?.project ?? undefined,
  isListed,
})

describe('a slice', () => {
  it('finds every premises with all its data', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const decoded = slice(given)
        for (const one of given)
          expect(findInSlice(decoded, { uprn: String(one.uprn), postcode: undefined })).toEqual({
            data: HEAD.data,
            premises: { ...knownOf(one), postcode: one.postcode || undefined },
            inPostcode: [],
          })
      }),
    )
  })

  it('finds exactly the premises of a postcode', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('LL79 1AB', 'CA29 9ZZ'), (given, postcode) => {
        const found = findInSlice(slice(given), { uprn: undefined, postcode })
        const expected = given.filter((one) => one.postcode === postcode).map(knownOf)
        expect(found?.inPostcode).toHaveLength(expected.length)
        expect(found?.inPostcode).toEqual(expect.arrayContaining(expected))
      }),
    )
  })

  it('has an answer for a covered postcode without premises, but for no other', () => {
    const empty = slice([])
    expect(findInSlice(empty, { uprn: '7', postcode: 'LL79 1ZZ' })).toEqual({
      data: HEAD.data,
      premises: undefined,
      inPostcode: [],
    })
    expect(findInSlice(empty, { uprn: undefined, postcode: 'LL79 2AB' })).toBeUndefined()
    expect(findInSlice(empty, { uprn: '7', postcode: undefined })).toBeUndefined()
    expect(findInSlice(empty, { uprn: undefined, postcode: undefined })).toBeUndefined()
  })

  it('is not read if it has another format', () => {
    const bytes = encodeSlice(HEAD, [])
    bytes[0] = 2
    expect(decodeSlice(bytes)).toBeUndefined()
  })
})
