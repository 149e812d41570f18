import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import type { Lead } from './lead.ts'
import {
  type IndexedLead,
  indexLead,
  LEAD_COMPARATORS,
  LEAD_SORTS,
  type LeadSort,
  naturalKey,
} from './lead-order.ts'

const lead = (fields: Partial<Lead>): IndexedLead => indexLead(leadWith(fields))

const streets = (sort: LeadSort, leads: IndexedLead[]) =>
  leads.toSorted(LEAD_COMPARATORS[sort]).map(({ lead }) => lead.street_address)

describe('the order of streets', () => {
  it('goes by street name first, then by number', () => {
    const walk = [
      'Rose Cottage, Back Lane',
      '1 High Street',
      '2 High Street',
      '2a High Street',
      'Flat 1, 10 High Street',
      'Flat 2, 10 High Street',
      '12, High Street, Hexham',
      'The Old Forge, High Street',
      '1 High Street North',
      '1 Station Road',
    ]
    const leads = walk.toReversed().map((street_address, i) => lead({ id: String(i), street_address }))
    expect(streets('street', leads)).toEqual(walk)
  })

  it('puts 2 High St before 10 High St, and ignores capitals', () => {
    const leads = ['10 High St', '2 high st', 'Abbey Rd 1', '1 high St'].map((street_address, i) =>
      lead({ id: String(i), street_address }),
    )
    expect(streets('street', leads)).toEqual(['Abbey Rd 1', '1 high St', '2 high st', '10 High St'])
  })

  it('ignores accents and leading zeros', () => {
    expect(naturalKey('Élm 007')).toBe(naturalKey('elm 7'))
  })

  it('is the natural order that people expect, number by number', () => {
    const collator = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })
    const address = fc.stringMatching(/^[A-Ca-c0-9 ]{0,8}$/)
    fc.assert(
      fc.property(address, address, (a, b) => {
        const [first, second] = [naturalKey(a), naturalKey(b)]
        expect(first < second ? -1 : first > second ? 1 : 0).toBe(collator.compare(a, b))
      }),
    )
  })
})

describe('sorting', () => {
  const leads = [
    lead({ id: 'a', street_address: '10 High St', voucher_value: '1500', household_size: 2 }),
    lead({ id: 'b', street_address: '2 High St', voucher_value: '1500', household_size: null }),
    lead({ id: 'c', street_address: '3 High St', voucher_value: '900', household_size: 5 }),
    lead({ id: 'd', street_address: '4 High St', voucher_value: '4500', household_size: 2 }),
  ]

  it('by voucher goes from high to low, by number, with ties by street', () => {
    expect(streets('voucher', leads)).toEqual(['4 High St', '2 High St', '10 High St', '3 High St'])
  })

  it('puts streets with the same name in order of postcode', () => {
    const twins = [lead({ id: 'a', postcode: 'ZE1 1AA' }), lead({ id: 'b', postcode: 'AB1 2CD' })]
    expect(twins.toSorted(LEAD_COMPARATORS.street).map((it) => it.lead.id)).toEqual(['b', 'a'])
  })

  it('by household goes from high to low, with unknown last and ties by street', () => {
    expect(streets('household', leads)).toEqual(['3 High St', '4 High St', '10 High St', '2 High St'])
  })

  const anyLead = fc
    .record({
      id: fc.uuid(),
      street_address: fc.constantFrom('1 High St', '1 HIGH ST', '01 High St', '10 High St', 'Élm Rd'),
      postcode: fc.constantFrom('AB1 2CD', 'AB1 3CD'),
      household_size: fc.option(fc.integer({ min: 0, max: 3 })),
      voucher_value: fc.constantFrom('500', '500.00', '1500', 'none'),
    })
    .map(lead)

  test.each(LEAD_SORTS)('by %s never leaves two leads tied, nor contradicts itself', (sort) => {
    const compare = (a: IndexedLead, b: IndexedLead) => Math.sign(LEAD_COMPARATORS[sort](a, b))
    fc.assert(
      fc.property(anyLead, anyLead, anyLead, (a, b, c) => {
        expect(compare(a, a)).toBe(0)
        expect(compare(a, b) + compare(b, a)).toBe(0)
        if (a.lead.id !== b.lead.id) expect(compare(a, b)).not.toBe(0)
        if (compare(a, b) < 0 && compare(b, c) < 0) expect(compare(a, c)).toBe(-1)
      }),
      { numRuns: 500 },
    )
  })

  test.each(LEAD_SORTS)('by %s gives the same list, whatever order the leads came in', (sort) => {
    const ids = (list: IndexedLead[]) => list.toSorted(LEAD_COMPARATORS[sort]).map((it) => it.lead.id)
    fc.assert(
      fc.property(fc.uniqueArray(anyLead, { selector: (it) => it.lead.id }), (list) => {
        expect(ids(list.toReversed())).toEqual(ids(list))
      }),
    )
  })
})
